#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""apply_sarif - applies the fixes of a SARIF file, and knows nothing of demofsck

usage: apply_sarif.py REPORT.sarif FILE OUT

FILE is what the fixes count in: of a compressed file, what is decoded, and of a file
transferred as text, its bytes before that.
"""
import base64
import json
import sys


def apply(report, data):
    edits = [(r['deletedRegion'], r.get('insertedContent', {}))
             for run in report['runs'] for result in run['results']
             for fix in result.get('fixes', [])
             for change in fix['artifactChanges']
             for r in change['replacements']]
    out, at = [], 0
    for region, content in sorted(edits, key=lambda e: e[0]['byteOffset']):
        out.append(data[at:region['byteOffset']])
        out.append(base64.b64decode(content.get('binary', '')))
        at = region['byteOffset'] + region.get('byteLength', 0)
    return b''.join(out) + data[at:]


if __name__ == '__main__':
    with open(sys.argv[1], encoding='utf-8') as f, open(sys.argv[2], 'rb') as g:
        fixed = apply(json.load(f), g.read())
    with open(sys.argv[3], 'wb') as f:
        f.write(fixed)
