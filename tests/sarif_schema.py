# SPDX-License-Identifier: MIT
"""sarif_schema - the schema of SARIF, held in a time that is linear in the report

Needs python3-jsonschema of Debian.
"""
import json
import os

import jsonschema


def unique_items(_validator, wanted, items, _schema):
    """That of jsonschema compares each object with each other one."""
    if wanted and len({json.dumps(i, sort_keys=True) for i in items}) < len(items):
        yield jsonschema.ValidationError('has an item twice')


def of(folder):
    """What errors are there: iter_errors() of the result says."""
    with open(os.path.join(folder, 'sarif-schema-2.1.0.json'), encoding='utf-8') as f:
        return jsonschema.validators.extend(
            jsonschema.Draft4Validator, {'uniqueItems': unique_items})(json.load(f))
