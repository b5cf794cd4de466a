# SPDX-License-Identifier: MIT
"""mutants - small changes of C functions, each of which a test should notice

mutants(path, text) lists them all, in the order of the text.  A mutant keeps
the number of lines, so that nothing but its own code differs.
"""
import re

# Statements that begin so are no expressions.
KEYWORDS = ('if else for while do switch case default return goto break continue '
            'static const struct union enum typedef extern sizeof').split()

BLANK = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
                   r'(?m:^[ \t]*#(?:[^\n]*\\\n)*[^\n]*)', re.DOTALL)
RELATIONS = {'<': ('<=', '>='), '<=': ('<', '>'), '>': ('>=', '<='),
             '>=': ('>', '<'), '==': ('!=',), '!=': ('==',)}


class Mutant:
    def __init__(self, path, text, kind, start, end, new):
        self.path, self.kind = path, kind
        self.start, self.end, self.new = start, end, new
        self.line = text.count('\n', 0, start) + 1
        # How the list of equivalent mutants names it: that must hold when other
        # lines come before it.
        last = self.line + text.count('\n', start, end)
        self.source = squeezed('\n'.join(text.split('\n')[self.line - 1:last]))
        self.change = f'{squeezed(text[start:end])} -> ' \
                      f'{squeezed(new) or "nothing"}'

    def apply(self, text):
        return text[:self.start] + self.new + text[self.end:]

    def __str__(self):
        return f'{self.path}:{self.line}: {self.kind}: {self.change}'


def squeezed(text):
    return ' '.join(text.split())


def blanked(text):
    """Comments, strings and lines of the preprocessor are blanks."""
    return BLANK.sub(lambda m: re.sub(r'[^\n]', ' ', m[0]), text)


def closing(code, at):
    """The index after the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] in '([') - (code[i] in ')]')
        if depth == 0:
            return i + 1
    return len(code)


def bodies(code):
    """Start and end of the body of each function."""
    depth = start = 0
    is_function = False
    for i, c in enumerate(code):
        if c == '{':
            if depth == 0:
                start, is_function = i, code[:i].rstrip().endswith(')')
            depth += 1
        elif c == '}':
            depth -= 1
            if depth == 0 and is_function:
                yield start, i


# ------------------------------------------------------------------- kinds
# Each yields start, end and new text within code[begin:stop].

def relation(code, text, begin, stop):
    for m in re.compile(r'(?<![<>=!\-+*/%&|^])(<=|>=|==|!=|<|>)(?![<>=])') \
            .finditer(code, begin, stop):
        for new in RELATIONS[m[1]]:
            yield *m.span(1), new


def logic(code, text, begin, stop):
    for m in re.compile(r'&&|\|\|').finditer(code, begin, stop):
        yield *m.span(), '||' if m[0] == '&&' else '&&'


def condition(code, text, begin, stop):
    for m in re.compile(r'\b(?:if|while) \(').finditer(code, begin, stop):
        end = closing(code, m.end() - 1) - 1
        yield m.end(), end, f'!({text[m.end():end]})'


def number(code, text, begin, stop):
    for m in re.compile(r'(?<![\w.])(0x[0-9a-fA-F]+|[1-9]\d*|0)(?![\w.])') \
            .finditer(code, begin, stop):
        value = int(m[1], 0)
        yield *m.span(), str(value + 1)
        if value > 1:
            yield *m.span(), str(value - 1)


def sign(code, text, begin, stop):
    for m in re.compile(r'(?<=[\w)\]] )[+-](?= [\w(&*])|[+-](?==)') \
            .finditer(code, begin, stop):
        yield *m.span(), '-' if m[0] == '+' else '+'


def result(code, text, begin, stop):
    other = {'true': 'false', 'false': 'true', '0': '1', '1': '0', '-1': '0'}
    for m in re.compile(r'\breturn (true|false|0|1|-1);') \
            .finditer(code, begin, stop):
        yield *m.span(1), other[m[1]]


def name(code, text, begin, stop):
    """Another constant of the family that this file uses."""
    constant = re.compile(r'\b([A-Z][A-Z0-9]*_)\w+\b(?!\()')
    families = {}
    for m in constant.finditer(code):
        families.setdefault(m[1], set()).add(m[0])
    for m in constant.finditer(code, begin, stop):
        family = sorted(families[m[1]])
        if len(family) > 1:
            at = family.index(m[0]) + 1
            yield *m.span(), family[at % len(family)]


def statement(code, text, begin, stop):
    """A call or an assignment goes; declarations stay."""
    depth, start = 0, begin + 1
    for i in range(begin + 1, stop):
        depth += (code[i] in '([') - (code[i] in ')]')
        if depth or code[i] not in '{};:':
            continue
        if code[i] == ';':
            first = after_heads(code, start, i)
            if is_expression(code[first:i]):
                yield first, i, re.sub(r'[^\n]', '', text[first:i])
        start = i + 1


def after_heads(code, start, end):
    """Where the statement itself begins: after `if (...)`, `else` and such."""
    head = re.compile(r'\s*(?:(?:if|for|while|switch)\s*(?=\()|(?:else|do)\b)?')
    while True:
        m = head.match(code, start, end)
        at = m.end()
        if code[at:at + 1] == '(' and m[0].strip():
            at = closing(code, at)
        if at == start:
            return start
        start = at


def is_expression(words):
    first = re.match(r'\w*', words)[0]
    if first in KEYWORDS or not words.strip():
        return False
    if re.match(r'(?:\(void\))?[\w.>\-]+\s*\(.*\)\s*$', words, re.DOTALL):
        return True
    if re.search(r'(?:\+\+|--)\s*$', words) or re.match(r'\+\+|--', words):
        return True
    left = re.match(r'([^=]*?)\s*(?:[-+|&^*/%]|<<|>>)?=(?!=)', words)
    return bool(left) and not re.match(r'\w+[\s*]+\w', left[1])


def behind_never(code, begin, stop):
    """Start and end of each statement behind a whole condition of NEVER()."""
    for m in re.compile(r'\bif \((?=NEVER\()').finditer(code, begin, stop):
        end = closing(code, m.end() - 1)
        if closing(code, m.end() + len('NEVER')) == end - 1:
            yield end, code.index(';', end)


KINDS = (relation, logic, condition, number, sign, result, name, statement)


def mutants(path, text):
    code = blanked(text)
    lines = text.split('\n')
    found = []
    for begin, stop in bodies(code):
        dead = list(behind_never(code, begin, stop))
        for kind in KINDS:
            for start, end, new in kind(code, text, begin, stop):
                m = Mutant(path, text, kind.__name__, start, end, new)
                # No input reaches what is wrong there: see always.h.
                if not re.search(r'\b(?:NEVER|ALWAYS)\(', lines[m.line - 1]) \
                        and not any(a <= start < b for a, b in dead):
                    found.append(m)
    return sorted(found, key=lambda m: (m.start, m.end, m.new))
