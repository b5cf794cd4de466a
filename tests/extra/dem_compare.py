# SPDX-License-Identifier: MIT
"""dem_compare.py - what is in Source demos, by another reader

usage: DEMOFSCK_ORACLES=FOLDER dem_compare.py BUILD DIR

For every .dem of demo protocol 3 below DIR: what `inspect -v` shows has to be
what the reader FOLDER/verify_dem.py counts: commands and their ticks, net
messages by type, what entities and temporary entities change, sounds, string
tables, sizes; and a demo without an error of the reader is valid.  A difference
that a row of EXPLAINED explains is named with its reason; any other one is a
failure.  Prints counts.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

CHANGES = {'enter': 'enter', 'change': 'delta', 'leave': 'leave',
           'delete': 'delete', 'removed': 'removed'}
# Largest values: of which field of which message, and of the reader.
LARGEST = {
    ('svc_packetentities', 'length'): 'pe_bits',
    ('svc_packetentities', 'max_entries'): 'pe_max_entries',
    ('svc_sounds', 'length'): 'sounds_bits',
    ('svc_sounds', 'long_length'): 'sounds_bits',
    ('svc_updatestringtable', 'length'): 'updst_bits',
    ('svc_usermessage', 'length'): 'usermsg_bits',
    ('svc_usermessage', 'type'): 'usermsg_type',
    ('svc_voicedata', 'length'): 'voice_bits'}
SERVER = {'stv': 'hltv', 'replay': 'replay', 'tick_interval': 'tickint',
          'dedicated': 'dedicated', 'max_classes': 'max_classes',
          'player_slot': 'slot', 'max_clients': 'maxclients', 'game': 'gamedir',
          'map': 'map', 'host': 'host'}
# In which the reader notes that they come in a packet, not in a dem_signon.
LATE = ('svc_serverinfo', 'svc_createstringtable', 'svc_classinfo',
        'net_signonstate', 'svc_gameeventlist')
PARTS = ('counts', 'msgs', 'updates', 'notes', 'max')
SUMS = ('counts.packet', 'updates.temp_entities', 'updates.props',
        'updates.temp_props', *(f'updates.{c}' for c in CHANGES.values()))

# What the reader counts and `inspect` does not show, as it is in
HIDDEN = re.compile('|'.join((
    # string tables
    r'notes\.(st_|createst_|updst_|dem_|userinfo_|baseline_|client_side_).*',
    r'notes\.(pe_enter_class_without_baseline|lzss.*|snappy)',
    r'notes\.stringtables_.*', r'max\.(svc_st_|st_).*',
    # data tables
    r'notes\.(datatables|prop|dup_sendtable).*', r'updates\.flat_props',
    r'max\.(dt_depth|flat_props|prop_bits|props_per_table|table_name)',
    # user commands, the camera, the header
    r'notes\.(usercmd|header|signon_seq|inseq).*',
    # the rest of a body: check calls that a finding
    r'notes\.(pe|te|sounds|gameevent|gameeventlist_n_\d+)_left_.*',
    # the state of the game
    r'notes\.(pe_delta_from|pe_index|pe_leave|pe_delete|pe_removal).*',
    r'notes\.(sound_index|entmsg|net_tick_decreases).*',
    # see "valid"
    r'notes\.errors')))

# (key, when, why both are right, or who is)
EXPLAINED = (
    (r'notes\.empty_packet',
     lambda result, ours, theirs: result['net_protocol'] < 11 and
     ours == result['counts']['packet'] + result['counts']['signon'],
     'neither reads messages of this network protocol'),
    (r'notes\.empty_packet',
     lambda result, ours, theirs: ours - theirs == sum(
         'after []' in error for error in result['errors']),
     'the first message cannot be read: the reader counts no such packet'),
    ('valid',
     lambda result, ours, theirs: ours and len(result['errors']) == 1 and
     f"packet #{result['counts']['packet']} tick -" in result['errors'][0],
     'what is no message in the last packet of a level is a warning'),
    ('valid',
     lambda result, ours, theirs: ours and result['net_protocol'] == 15 and
     result['gamedir'] == 'tf' and
     ['datatables'] == [error.split()[0] for error in result['errors']],
     'where types have 5 bits, there are 6 types of properties: DEM-12'),
    (r'ticks\.stop',
     lambda result, ours, theirs: result['stop_hex'][8:].startswith(
         b'HL2D'.hex()) and ours[0] == theirs[0] & 0xffffff,
     'the reader takes the start of the next demo for the fourth byte'),
)


class Said:
    """What the program says of a demo, in the reader's words."""

    def __init__(self):
        self.counts = collections.Counter()
        self.within = ''  # the command at hand, and its messages so far:
        self.messages = []
        self.props = 'props'

    def add(self, key, n=1):
        self.counts[key] += n

    def largest(self, key, value):
        self.counts[key] = max(self.counts[key], value)

    def end_command(self):
        if self.within in ('signon', 'packet'):
            self.add('notes.empty_packet', not self.messages)
            self.add('notes.trailing_nop', self.messages[-1:] == ['net_nop'])
        self.messages = []

    def command(self, record):
        self.end_command()
        name = self.within = record['name'].removeprefix('dem_')
        if name in ('header', 'damaged'):
            return
        self.add(f'counts.{name}')
        ticks = self.counts.setdefault(f'ticks.{name}', [record['tick']] * 2)
        ticks[1] = record['tick']
        if 'size' in record['fields']:
            size = record['fields']['size']
            self.largest(f'max.{name}', size)
            self.counts[f'max.min_{name}'] = min(
                self.counts.get(f'max.min_{name}', size), size)

    def message(self, name, fields):
        self.messages.append(name)
        self.add(f'msgs.{name}')
        for field, value in fields.items():
            if (name, field) in LARGEST:
                self.largest(f'max.{LARGEST[name, field]}', value)
        if self.within == 'packet':
            if len(self.messages) <= 2:
                self.add(f'notes.packet_msg{len(self.messages)}_{name}')
            self.add(f'notes.in_packet_{name}', name in LATE)
        special = getattr(self, name, None)
        if special:
            special(fields)

    # What the reader counts of some messages.

    def net_nop(self, _):
        self.add(f'notes.net_nop_in_{self.within}')

    def net_signonstate(self, fields):
        self.counts.setdefault('signon_states', []).append(fields['state'])

    def svc_serverinfo(self, fields):
        for ours, theirs in SERVER.items():
            self.counts[f'serverinfo.{theirs}'] = fields[ours]
        self.counts['serverinfo.os'] = chr(fields['platform'])

    def svc_classinfo(self, fields):
        self.add(f"notes.classinfo_create_{fields['create_on_client']}")

    def svc_createstringtable(self, fields):
        self.counts.setdefault('st_created', []).append(
            f"{fields['name']}:{fields['entries']}/{fields['max_entries']}" +
            'C' * fields['compressed'] + 'F' * fields['fixed'])
        if fields['fixed']:
            self.add(f"notes.fixed_userdata_size_{fields['size']}_bits_"
                     f"{fields['size_bits']}")

    def svc_voiceinit(self, fields):
        codec = fields['codec'] if fields['codec'] != {'bytes': 0} else ''
        self.counts['voice'] = \
            [f"{codec}/{fields['quality']}/{fields.get('rate')}"]

    def svc_sounds(self, fields):
        n = fields.get('count', 1)
        self.add('updates.sounds', n)
        self.largest('max.sounds_n', n)

    def svc_packetentities(self, fields):
        self.add('notes.pe_delta' if fields['is_delta'] else 'notes.pe_full')
        self.add('notes.pe_update_baseline', fields['update_baseline'])
        self.add('notes.pe_ok')

    def svc_tempentities(self, fields):
        self.add('notes.te_count_nonzero' if fields['count'] else
                 'notes.te_count_zero')

    # What is in a message.

    def item(self, name, fields):
        if name == 'entity':
            self.add(f"updates.{CHANGES[fields['change']]}")
            self.props = 'props'
        elif name == 'temporary_entity':
            self.add('updates.temp_entities')
            self.props = 'temp_props'
        elif name == 'property':
            self.add(f'updates.{self.props}')
        elif name != 'element':
            self.message(name, fields)


def said(program, path, end):
    """The counts of the commands before `end`."""
    out = Said()
    with subprocess.Popen([program, 'inspect', '-v', '--format=ndjson', path],
                          stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            record = json.loads(line)
            if record.get('offset', 0) >= end:
                continue
            if record['type'] == 'record':
                out.command(record)
            elif record['type'] == 'item':
                out.item(record['name'], record['fields'])
            elif record['type'] == 'file':
                out.counts['valid'] = record['verdict'] == 'valid'
    out.end_command()
    return out.counts


def expected(result):
    """The same by the reader, as far as it is shown."""
    out = collections.Counter()
    server = dict(result.get('serverinfo', {}))
    if 'replay' in server:  # of a protocol without it the program shows 0
        server['replay'] = server['replay'] or 0
    if 'tickint' in server:
        server['tickint'] = f"{server['tickint']:.9g}"
    for part, values in (*((p, result[p]) for p in PARTS),
                         ('ticks', result['tick_ranges']),
                         ('serverinfo', server)):
        for key, value in values.items():
            if not HIDDEN.fullmatch(f'{part}.{key}'):
                out[f'{part}.{key}'] = value
    out['valid'] = (result['end'].startswith('dem_stop') and
                    not result['errors'])
    if result.get('stop_tick') is not None:
        out['ticks.stop'] = [result['stop_tick']] * 2
    for key in ('signon_states', 'st_created', 'voice'):
        if result.get(key):
            out[key] = result[key]
    return out


def differences(result, got):
    """(key, what is shown, what the reader counts, the reason or None)"""
    want = expected(result)
    for key in sorted({*want, *got}):
        if want[key] != got[key]:
            reasons = [reason for pattern, test, reason in EXPLAINED
                       if re.fullmatch(pattern, key) and
                       test(result, got[key], want[key])]
            yield key, got[key], want[key], (reasons or [None])[0]


def read_all(oracles, paths):
    """What the reader says of each demo."""
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run([sys.executable, os.path.join(oracles, 'verify_dem.py'),
                        '--json', out.name, *paths], check=True,
                       stdout=subprocess.DEVNULL)
        return list(zip(paths, json.load(out)))


def main():
    build, top = sys.argv[1:]
    oracles = os.environ.get('DEMOFSCK_ORACLES')
    if not oracles:
        sys.exit('DEMOFSCK_ORACLES names no folder with verify_dem.py')
    program = os.path.join(build, 'cli', 'demofsck')
    paths = sorted(os.path.join(folder, name)
                   for folder, _, names in os.walk(top)
                   for name in names if name.endswith('.dem'))
    demos = numbers = differ = explained = 0
    total = collections.Counter()
    for path, result in read_all(oracles, paths) if paths else ():
        if result.get('demo_protocol') != 3:
            continue
        got = said(program, path, result['cut_offset'] or os.stat(path).st_size)
        demos += 1
        numbers += len(got)
        wrong = False
        for key, ours, theirs, reason in differences(result, got):
            print(f"{path}: {key}: {ours}, the reader has {theirs}" +
                  (f': {reason}' if reason else ''))
            explained += reason is not None
            wrong |= reason is None
        differ += wrong
        total.update({key: got[key] for key in SUMS})
        total['messages'] += sum(n for key, n in got.items()
                                 if key.startswith('msgs.'))
    print(f"{demos} demos, {numbers} numbers of {total['counts.packet']} "
          f"packets, {total['messages']} messages, "
          f"{sum(total[f'updates.{c}'] for c in CHANGES.values())} changes of "
          f"entities, {total['updates.temp_entities']} temporary entities, "
          f"{total['updates.props'] + total['updates.temp_props']} properties:"
          f' {explained} explained, {differ} differ')
    return 1 if differ or not total['messages'] else 0


if __name__ == '__main__':
    sys.exit(main())
