#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_rights - who may read an output, and what else it has of its input

usage: cli_rights.py DEMOFSCK

Modes, groups, access control lists, attributes; of files, and of the directories
that -d makes.
"""
import errno
import os
import struct

import poorer
import recording
import tap
from tap import case, drop_root, equal, expect, read, run, table, write, Skipped

VALID, UNFINISHED = recording.valid(), recording.unfinished()


# ------------------------------------------------------------------- files --
ACL, DEFAULT = 'system.posix_acl_access', 'system.posix_acl_default'
USER_OBJ, USER, GROUP_OBJ, GROUP, MASK, OTHER = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20


def pack(*rows):
    return struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *row) for row in rows)


def acl(group, mask, user=6, other=0):
    """user::rw-, user:nobody, group::, mask::, other::"""
    return pack((USER_OBJ, 6, -1), (USER, user, 65534), (GROUP_OBJ, group, -1),
                (MASK, mask, -1), (OTHER, other, -1))


def set_attribute(path, name, value):
    try:
        os.setxattr(path, name, value)
    except OSError as e:
        raise Skipped(f'{name} cannot be set here: {e}')


def rights(path):
    """Mode, attributes, and list."""
    return (os.stat(path).st_mode & 0o777,
            {n: os.getxattr(path, n) for n in os.listxattr(path)})


WAYS = [('-o', 'out', '-o', 'out'), ('-d', 'dir/in', '-d', 'dir'),
        ('--in-place', 'in', '--in-place')]


@table('the output has the access control list of the input', WAYS)
def list_kept(out, *how):
    write('in', UNFINISHED)
    set_attribute('in', ACL, acl(group=0, mask=6))
    want = rights('in')
    equal(want[0], 0o660, 'mode')
    run('repair', 'in', *how).exits(0)
    equal(rights(out), want, 'rights')


@table('the output has the attributes of the input', WAYS)
def attributes_kept(out, *how):
    write('in', UNFINISHED)
    set_attribute('in', 'user.note', b'from the server')
    want = rights('in')
    run('repair', 'in', *how).exits(0)
    equal(rights(out), want, 'rights')


@table('the list that the directory gives to new files is not that of the '
       'output', WAYS)
def list_not_inherited(out, *how):
    os.mkdir('dir')
    for name in ('dir', '.'):
        set_attribute(name, DEFAULT, acl(group=7, mask=7, user=7, other=7))
    write('in', UNFINISHED)
    try:
        os.removexattr('in', ACL)
    except OSError:
        pass
    os.chmod('in', 0o640)
    run('repair', 'in', *how).exits(0)
    equal(rights(out), (0o640, {}), 'rights')


@case('the output of a piped input gets the rights of a new file')
def piped_rights():
    write('new', VALID)
    run('repair', '-', '-o', 'out', stdin=UNFINISHED).exits(0)
    equal(rights('out'), rights('new'), 'rights')
    set_attribute('.', DEFAULT, acl(group=0, mask=4))
    write('listed', VALID)
    run('repair', '-', '-o', 'out2', stdin=UNFINISHED).exits(0)
    equal(rights('out2'), rights('listed'), 'rights by the directory')


@case('if a list cannot be kept, nobody gets more rights')
def list_refused():
    data = write('in', UNFINISHED) and UNFINISHED
    how = dict(preexec=poorer.refuse('fsetxattr', errno.ENOTSUP))
    for user, want in ((0, 0o600), (6, 0o644)):
        set_attribute('in', ACL, acl(group=4, mask=6, user=user, other=4))
        run('repair', '-f', 'in', '-o', 'out', **how).exits(0)
        equal(rights('out'), (want, {}), f'rights, {user}')
    got = run('repair', '--in-place', 'in', **how).exits(4).one_clear_line()
    expect(b'access control list' in got.err and b'-o' in got.err, got.err)
    equal((read('in'), sorted(os.listdir('.'))), (data, ['in', 'out']), 'files')


@case('if attributes cannot be kept, --in-place refuses')
def attributes_refused():
    write('in', UNFINISHED)
    set_attribute('in', 'user.note', b'x')
    how = dict(preexec=poorer.refuse('fsetxattr', errno.ENOSPC))
    got = run('repair', '--in-place', 'in', **how).exits(4).one_clear_line()
    expect(b'extended attributes' in got.err, got.err)
    equal((read('in'), os.listdir('.')), (UNFINISHED, ['in']), 'files')
    run('repair', 'in', '-o', 'out', **how).exits(0)


def as_root():
    if os.getuid() != 0:
        raise Skipped('only root can give a file to another group')


def person(uid, *groups):
    """For preexec: that user, in those groups."""
    def become():
        os.setgroups(groups)
        os.setgid(groups[0])
        os.setuid(uid)
    return become


def may_read(path, who):
    """Can that person open it?"""
    child = os.fork()
    if child == 0:
        try:
            who()
            os.close(os.open(path, os.O_RDONLY))
            os._exit(0)
        except OSError:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


@case('the group of the user gets no right that the group of the input had')
def foreign_group():
    as_root()
    for name, group, mode in (('ours', 65534, 0o640), ('theirs', 1, 0o664), ('none', 1, 0o604)):
        write(name, UNFINISHED)
        os.chmod(name, mode)
        os.chown(name, 65534, group)
    os.chown('.', 65534, 65534)
    for name, want in (('ours', 0o640), ('theirs', 0o644), ('none', 0o600)):
        run('repair', name, '-o', name + '.out',
            preexec=drop_root()).exits(0)
        equal(rights(name + '.out')[0], want, f'mode of {name}.out')


@table('nor one that the list of the input kept from a group', [
    ('another group', [(USER_OBJ, 6, -1), (GROUP_OBJ, 4, -1), (GROUP, 0, 3000), (MASK, 4, -1),
                       (OTHER, 4, -1)], 'rrr- -rr-'),
    ('its own', [(USER_OBJ, 6, -1), (USER, 6, 1235), (GROUP_OBJ, 0, -1), (MASK, 6, -1),
                 (OTHER, 4, -1)], 'r-rr ----')])
def listed_group(rows, want):
    as_root()
    write('in', UNFINISHED)
    os.chmod('in', 0o644)
    os.chown('in', 0, 2000)
    set_attribute('in', ACL, pack(*rows))
    os.chmod('.', 0o777)
    run('repair', 'in', '-o', 'out', preexec=person(1000, 1000)).exits(0)
    people = person(1234, 1000), person(1234, 2000), person(1234, 4000), person(1234, 3000, 1000)

    def readers(name):
        return ''.join('r' if may_read(name, who) else '-' for who in people)
    equal(f"{readers('in')} {readers('out')}", want, 'who reads the input, and the output')


# ------------------------------------------------------------- directories --
@case('directories of an output have the rights of those of the input')
def directories():
    os.makedirs('in/private/deep')
    write('in/private/deep/f', UNFINISHED)
    modes = {'/private/deep': 0o750, '/private': 0o700, '': 0o711}
    for name, mode in modes.items():
        os.chmod('in' + name, mode)
    run('repair', '-d', 'out', 'in').exits(0)
    equal({n: os.stat('out' + n).st_mode & 0o777 for n in modes}, modes, 'modes')


def mode_of(path):
    return os.stat(path).st_mode & 0o777


def private(mode, group=0):
    """The directory P with a recording, and where all may write."""
    os.mkdir('P')
    write('P/a', UNFINISHED)
    os.chmod('P/a', 0o644)
    os.chown('P', 1000 if group else -1, group or -1)
    os.chmod('P', mode)
    os.chmod('.', 0o777)


@table('the directory of -d is no more open than that of the input', [
    ('named', ['P']), ('a file of it', ['P/a']), ('a link to it', ['soft']),
    ('listed', ['--files0-from=list']), ('a file in a list', ['--files0-from=files']),
    ('after an open one', ['open', 'P']), ('before it', ['P/a', 'open']),
    ('below', ['.']), ('streamed', ['--files0-from=-'])])
def private_input(names):
    private(0o700)
    os.mkdir('open')
    write('open/b', UNFINISHED)
    os.symlink('P/a', 'soft')
    write('list', b'P\0')
    write('files', b'open/b\0P/a\0')
    run('repair', '-f', '-d', 'out', *names, stdin=read('list')).exits(
        1 if names == ['.'] else 0)
    equal(mode_of('out/P' if names == ['.'] else 'out'), 0o700, 'mode')
    if names == ['.']:
        equal(mode_of('out/open'), 0o755, 'mode of an open one')


@case('a directory of two inputs is no more open than either')
def two_inputs():
    for name, mode in (('A/s', 0o755), ('B/s', 0o750), ('C/s', 0o705)):
        os.makedirs(name)
        write(f'{name}/{name[0]}', UNFINISHED)
        os.chmod(name, mode)
    run('repair', '-d', 'out', 'A', 'B').exits(0)
    equal((mode_of('out'), mode_of('out/s')), (0o755, 0o750), 'modes')
    run('repair', '-d', 'out', 'C').exits(0)
    equal(mode_of('out/s'), 0o750, 'mode of one that was there')
    run('repair', '-d', 'out2', 'A', 'B', 'C').exits(0)
    equal(mode_of('out2/s'), 0o700, 'mode')
    write('A/s/z', UNFINISHED)
    run('repair', '-d', 'out3', 'A/s/A', 'A', 'B/s/B', 'B', 'C', '--exclude=A').exits(0)
    equal(mode_of('out3/s'), 0o700, 'mode, with names and directories')


@case('the mask of new files is for directories, too')
def masked():
    private(0o755)
    run('repair', '-d', 'out', 'P', preexec=lambda: os.umask(0o027)).exits(0)
    equal(mode_of('out'), 0o750, 'mode')


@table('a directory has the group of that of the input', [
    ('as its user', 1000, (1000, 2000), 2000, 0o750),
    ('which its user is not in', 1000, (1000,), 1000, 0o700)])
def group_of_directory(uid, groups, group, mode):
    as_root()
    private(0o750, group=2000)
    run('repair', '-d', 'out', 'P', preexec=person(uid, *groups)).exits(0)
    equal((os.stat('out').st_gid, mode_of('out')), (group, mode), 'group and mode')
    expect(may_read('P/a', person(1234, 2000)), 'the group cannot read the input')
    expect(not may_read('out/a', person(1234, 1000)), 'another group reads the output')


@case('what the list of a directory keeps from others is kept from them')
def list_of_directory():
    as_root()
    private(0o770, group=2000)
    set_attribute('P', ACL, pack((USER_OBJ, 7, -1), (USER, 7, 1000), (GROUP_OBJ, 0, -1),
                                 (MASK, 7, -1), (OTHER, 0, -1)))
    equal(mode_of('P'), 0o770, 'mode of the input')
    run('repair', '-d', 'out', 'P').exits(0)
    equal(rights('out'), (0o700, {}), 'rights')


@case('the list that a directory gives to new ones is not that of an output')
def list_of_place():
    private(0o750)
    os.mkdir('D')
    set_attribute('D', DEFAULT, pack((USER_OBJ, 7, -1), (USER, 7, 65534), (GROUP_OBJ, 7, -1),
                                     (MASK, 7, -1), (OTHER, 7, -1)))
    run('repair', '-d', 'D/out', 'P').exits(0)
    got = rights('D/out')
    equal((got[0], ACL in got[1]), (0o750, False), 'rights')


if __name__ == '__main__':
    tap.main()
