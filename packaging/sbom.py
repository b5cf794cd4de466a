#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sbom - writes the bill of materials of a release, as SPDX 2.3 in JSON

usage: sbom.py VERSION COMMIT FOLDER

COMMIT is the full hash of the commit.  FOLDER has the artifacts of the release.  The
output has demofsck, each artifact with its hash, and each library that an artifact
carries, with its source, hash and licence.  meson has unpacked the libraries before.  SOURCE_DATE_EPOCH is the time of creation.  The same inputs
give the same bytes.
"""
import hashlib
import json
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What carries other libraries inside: the end of its name, and what third_party.py calls it.
CARRYING = {'.exe': 'windows', '-linux-x86_64': 'static', '.html': 'wasm', '.tgz': 'wasm',
            '.whl': 'library'}


def sha256(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


def package(name, version, location, licence, checksum=None):
    row = {
        'SPDXID': f'SPDXRef-package-{name}',
        'name': name,
        'versionInfo': version,
        'downloadLocation': location,
        'filesAnalyzed': False,
        'licenseConcluded': licence,
        'licenseDeclared': licence,
        'copyrightText': 'NOASSERTION',
    }
    if checksum:
        row['checksums'] = [{'algorithm': 'SHA256', 'checksumValue': checksum}]
    return row


def carried(kind):
    """The packages that an artifact of this kind carries."""
    table = subprocess.run([sys.executable, os.path.join(ROOT, 'packaging/third_party.py'),
                            '--list', kind], check=True, capture_output=True, text=True)
    for line in table.stdout.splitlines():
        name, version, licence, address, checksum = line.split('\t')
        yield package(name, version, address, licence, checksum)


def main(version, commit, folder):
    created = time.strftime('%Y-%m-%dT%H:%M:%SZ',
                            time.gmtime(int(os.environ['SOURCE_DATE_EPOCH'])))
    own = package('demofsck', version, 'NOASSERTION', 'MIT')
    own['sourceInfo'] = f'git commit {commit}'
    packages, files, relations = {'demofsck': own}, [], []

    def relate(this, kind, other):
        relations.append({'spdxElementId': this, 'relationshipType': kind,
                          'relatedSpdxElement': other})
    relate('SPDXRef-DOCUMENT', 'DESCRIBES', own['SPDXID'])
    for number, name in enumerate(sorted(os.listdir(folder))):
        path = os.path.join(folder, name)
        if not os.path.isfile(path) or name.endswith('.spdx.json') or name == 'SHA256SUMS':
            continue
        this = f'SPDXRef-file-{number}'
        files.append({
            'SPDXID': this,
            'fileName': f'./{name}',
            'checksums': [{'algorithm': 'SHA256', 'checksumValue': sha256(path)}],
            'licenseConcluded': 'NOASSERTION',
            'copyrightText': 'NOASSERTION',
        })
        relate(this, 'GENERATED_FROM', own['SPDXID'])
        for end, kind in CARRYING.items():
            for library in carried(kind) if name.endswith(end) else ():
                packages[library['name']] = library
                relate(this, 'STATIC_LINK', library['SPDXID'])
    json.dump({
        'spdxVersion': 'SPDX-2.3',
        'dataLicense': 'CC0-1.0',
        'SPDXID': 'SPDXRef-DOCUMENT',
        'name': f'demofsck-{version}',
        'documentNamespace': f'https://spdx.org/spdxdocs/demofsck-{version}-{commit}',
        'creationInfo': {'created': created, 'creators': ['Tool: demofsck-sbom.py']},
        'packages': list(packages.values()),
        'files': files,
        'relationships': relations,
    }, sys.stdout, indent=1, sort_keys=True)
    print()


if len(sys.argv) != 4:
    sys.exit('usage: sbom.py VERSION COMMIT FOLDER')
main(*sys.argv[1:])
