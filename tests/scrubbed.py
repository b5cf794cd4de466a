# SPDX-License-Identifier: MIT
"""scrubbed - the database of scrub, read by the tests"""
import os
import sqlite3

from tap import equal, expect

RUNS = ('new_run', 'damaged_run', 'rotten_run', 'undecided_run', 'changed_run',
        'gone_run')


def ask(db, sql, *values):
    connection = sqlite3.connect(db)
    connection.text_factory = lambda b: b.decode('utf-8', 'surrogateescape')
    try:
        connection.row_factory = sqlite3.Row
        rows = [{name: os.fsdecode(row[name]) if isinstance(row[name], bytes)
                 else row[name] for name in row.keys()}
                for row in connection.execute(sql, values)]
        connection.commit()
        return rows
    finally:
        connection.close()


def files(db='db'):
    """{(root, path): row}; no name is there twice."""
    rows = ask(db, 'SELECT * FROM file')
    found = {(row['root'], row['path']): row for row in rows}
    equal(len(found), len(rows), 'rows')
    return found


def content(db):
    """All that does not depend on the number and the time of a run."""
    rows = ask(db, 'SELECT * FROM file JOIN reader USING (reader) ORDER BY root, path')
    numbers = {}
    for row in rows:
        numbers[row.pop('file')] = (row['root'], row['path'])
        for name in ('reader', 'read_run', 'read_at'):
            del row[name]
        row.update((name, row[name] is not None) for name in RUNS)
    found = ask(db, 'SELECT * FROM finding')
    expect(all(f['file'] in numbers for f in found), 'findings without a file')
    return rows, sorted((numbers[f.pop('file')], tuple(f.items())) for f in found)
