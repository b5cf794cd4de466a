# SPDX-License-Identifier: MIT
"""huffman_table.py - what the next bits of a Huffman stream decode to

usage: huffman_table.py huffman_codes.def OUTPUT

Writes the table for the decoder; its first lines describe it.
"""
import re
import sys

# A zero has one bit, so there are many in a row.  With one bit less, a check of a
# demo full of chat takes 3 % longer, and one of snapshots as long.
BITS = 14
BYTES = 6
LONGEST = 15
END = 256

HEAD = f'''\
/* SPDX-License-Identifier: MIT */
/*
 * huffman_table.def - what the next bits decode to; by huffman_table.py
 *
 *   ROW(bits, n, value)
 *
 * The first {1 << BITS} rows are for the values of the next {BITS} bits, the first of them
 * lowest.  Their first `bits` bits are the codes of n bytes, which are those of
 * the value, the first one lowest.
 *
 * With n = 0 they are the start of a longer code: the value is the number of
 * another row.  It is for zeros in the {LONGEST - BITS} bits that follow, and the rows behind it
 * for the other values of these bits.  There n = 0 is the end symbol.
 */
'''


def read_codes(path):
    """Which symbol has a code: (length, code) is the key."""
    with open(path, encoding='ascii') as file:
        rows = re.findall(r'^CODE\((\d+), (0x[0-9a-f]{4})\)$', file.read(),
                          re.MULTILINE)
    if len(rows) != END + 1:
        sys.exit(f'{path}: {len(rows)} codes')
    return {(int(length), int(code, 16)): symbol
            for symbol, (length, code) in enumerate(rows)}


def first(codes, value, bits):
    """(length, symbol) of the code that these bits begin with, or None."""
    for length in range(1, bits + 1):
        symbol = codes.get((length, value & (1 << length) - 1))
        if symbol is not None:
            return length, symbol
    return None


def short_row(codes, value):
    """(bits, bytes) of as many whole codes as there are."""
    used, found = 0, []
    while len(found) < BYTES:
        code = first(codes, value >> used, BITS - used)
        if code is None or code[1] == END:
            break
        used += code[0]
        found.append(code[1])
    return used, found


def long_rows(codes, value):
    """(bits, bytes) for all that can follow the first bits of a long code."""
    for more in range(1 << LONGEST - BITS):
        length, symbol = first(codes, value | more << BITS, LONGEST)
        yield length, [] if symbol == END else [symbol]


def text(bits, found):
    value = int.from_bytes(bytes(found), 'little')
    return f'ROW({bits}, {len(found)}, {value:#x})\n'


def table(codes):
    rows, more = [], []
    for value in range(1 << BITS):
        row = short_row(codes, value)
        if row[1]:
            rows.append(text(*row))
        else:
            rows.append(f'ROW(0, 0, {(1 << BITS) + len(more)})\n')
            more += [text(*row) for row in long_rows(codes, value)]
    return rows + more


def main():
    source, target = sys.argv[1:]
    rows = table(read_codes(source))
    with open(target, 'w', encoding='ascii') as file:
        file.write(HEAD)
        file.writelines(rows)


if __name__ == '__main__':
    main()
