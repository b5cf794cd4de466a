# SPDX-License-Identifier: MIT
"""_values - what a check and a repair return, made of the lines of a report

docs/report.md of demofsck explains each value.  A value has the name of its key there.
"""
from __future__ import annotations

from dataclasses import dataclass, fields
from typing import (TYPE_CHECKING, Any, List, Mapping, Optional, Tuple, Type, TypeVar,
                    Union)

if TYPE_CHECKING:
    from typing import Literal

    Severity = Literal['error', 'warning', 'note']
    Verdict = Literal['valid', 'truncated', 'damaged', 'unsupported', 'unrecognized',
                      'undecided']
    Repairable = Literal['no', 'not-needed', 'lossless', 'lossy']
    Space = Literal['file', 'decoded']

T = TypeVar('T')

# The number of the header among the records.
HEADER = 2**64 - 1


@dataclass(frozen=True)
class Part:
    """The place of a finding in a part of the file that has offsets of its own."""
    name: str
    offset: int
    length: int
    int_index: Optional[int]
    bit_index: Optional[int]
    path: str


@dataclass(frozen=True)
class Finding:
    """One defect or remark about one range of bytes."""
    rule: str
    severity: Severity
    message: str
    format: str
    number: Optional[int]
    mended: bool
    offset: int
    length: int
    space: Space
    field: str
    found: str
    expected: str
    record: Optional[int]
    tick: Optional[int]
    client: Optional[int]
    part: Optional[Part]


@dataclass(frozen=True)
class Hidden:
    """Stands for a value that is not shown.  The value has `bytes` bytes."""
    bytes: int


FieldValue = Union[int, str, List[str], Hidden]


@dataclass(frozen=True)
class Record:
    """One message, chunk or command of a recording; or one item of a snapshot.

    Fields that hold bytes are in hexadecimal.
    """
    offset: int
    length: int
    tick: int
    index: int
    name: str
    fields: Mapping[str, FieldValue]
    is_item: bool


@dataclass(frozen=True)
class Action:
    """One step of a repair."""
    op: str
    offset: int
    length: int
    space: Space
    out_offset: int
    out_length: int
    rule: Optional[str]
    finding: Optional[int]
    lossy: bool
    field: Optional[str]
    value: Optional[str]
    lost_tick: Optional[int]
    lost_ticks: int


@dataclass(frozen=True)
class Counts:
    """The numbers of all findings."""
    error: int
    warning: int
    note: int


@dataclass(frozen=True)
class Bytes:
    """The numbers of bytes that a repair keeps, changes, drops and adds."""
    kept: int
    changed: int
    dropped: int
    added: int


@dataclass(frozen=True)
class Result:
    """The result of a check."""
    verdict: Verdict
    format: Optional[str]
    version: Optional[str]
    size: int
    sha256: Optional[str]
    md5: Optional[str]
    compression: Optional[str]
    carriage_returns: int
    decoded_size: int
    ok_up_to: int
    repairable: Repairable
    bytes: Optional[Bytes]
    lost: Optional[Mapping[str, Any]]
    loss_unknown: bool
    more_at_framing: bool
    mendable_warnings: int
    counts: Counts
    facts: Mapping[str, Any]
    unlisted: Mapping[str, int]
    findings: Tuple[Finding, ...]
    accepted: bool
    exit_code: int

    @property
    def valid(self) -> bool:
        """Has the recording no error?  `accepted` also demands that the check read the
        contents."""
        return self.verdict == 'valid'


@dataclass(frozen=True)
class Repair:
    """The result of a repair.  `written` is false if there is no output: `error` then
    has the reason, or is None if the recording cannot be repaired at this level."""
    result: Result
    written: bool
    error: Optional[str]
    actions: Tuple[Action, ...]
    output_facts: Optional[Mapping[str, Any]]
    exit_code: int


@dataclass(frozen=True)
class Rule:
    """One row of the rule table."""
    id: str
    format: str
    name: str
    severity: Severity
    level: str
    repair: str
    stops_early: bool
    fatal: bool
    spec: str
    title: str
    why: str


def _known(kind: Type[T], row: Mapping[str, Any]) -> T:
    """A later library may have more keys."""
    values: Any = {member.name: row[member.name] for member in fields(kind)}
    return kind(**values)


def rule_of(row: Mapping[str, Any]) -> Rule:
    return _known(Rule, row)


def finding_of(line: Mapping[str, Any]) -> Finding:
    args = line['args']
    part = None
    if 'part' in args:
        part = Part(args['part'], args['part_offset'], args['part_length'],
                    args['part_int'], args['part_bit'], args['part_path'])
    return Finding(
        rule=line['rule'], severity=line['severity'], message=line['message'],
        format=line['format'], number=line['number'], mended=line['mended'],
        offset=line['offset'], length=line['length'], space=line['space'],
        field=line['field'], found=args['found'], expected=args['expected'],
        record=args['record'], tick=args['tick'], client=args['client'], part=part)


def record_of(line: Mapping[str, Any]) -> Record:
    fields = {name: Hidden(value['bytes']) if isinstance(value, dict) else value
              for name, value in line['fields'].items()}
    return Record(line['offset'], line['length'], line['tick'], line['index'],
                  line['name'], fields, line['type'] == 'item')


def action_of(line: Mapping[str, Any]) -> Action:
    return Action(
        op=line['op'], offset=line['offset'], length=line['length'],
        space=line['space'], out_offset=line['out_offset'],
        out_length=line['out_length'], rule=line['rule'], finding=line['finding'],
        lossy=line['class'] == 'lossy', field=line.get('field'),
        value=line.get('value'), lost_tick=line.get('lost_tick'),
        lost_ticks=line.get('lost_ticks', 0))


def result_of(line: Mapping[str, Any], findings: Tuple[Finding, ...], *, md5: Optional[str],
              accepted: bool, exit_code: int) -> Result:
    plan = line['bytes']
    return Result(
        verdict=line['verdict'], format=line['format'], version=line['version'],
        size=line['size'], sha256=line['sha256'], md5=md5,
        compression=line.get('compression'),
        carriage_returns=line.get('carriage_returns', 0),
        decoded_size=line.get('decoded_size', line['size']), ok_up_to=line['ok_up_to'],
        repairable=line['repairable'], bytes=_known(Bytes, plan) if plan else None,
        lost=line.get('lost'),
        loss_unknown=line.get('loss_unknown', False),
        more_at_framing=line.get('more_at_framing', False),
        mendable_warnings=line.get('mendable_warnings', 0),
        counts=_known(Counts, line['counts']), facts=line['facts'],
        unlisted=line.get('more', {}), findings=findings,
        accepted=accepted, exit_code=exit_code)
