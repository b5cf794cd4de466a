# SPDX-License-Identifier: MIT
"""demofsck - checks and repairs game recordings

    result = demofsck.check('crash.demo')
    if not result.valid:
        demofsck.repair('crash.demo', 'saved.demo')

Formats are DDNet teehistorian logs, demos of Teeworlds and DDNet, demos of the Source
engine, and maps of Teeworlds.  bindings/python/README.md has examples.
"""
from ._check import Check
from ._errors import (Error, InternalError, InterruptionError, OptionError,
                      OutOfMemoryError, StateError)
from ._report import Report
from ._run import actions, check, findings, records, repair, rules, version
from ._values import (Action, Bytes, Counts, Finding, Hidden, Part, Record, Repair, Result,
                      Rule)

__version__ = version()

__all__ = [
    'Action', 'Bytes', 'Check', 'Counts', 'Error', 'Finding', 'Hidden', 'InternalError',
    'InterruptionError', 'OptionError', 'OutOfMemoryError', 'Part', 'Record', 'Repair',
    'Report', 'Result', 'Rule', 'StateError', 'actions', 'check', 'findings', 'records',
    'repair', 'rules', 'version',
]
