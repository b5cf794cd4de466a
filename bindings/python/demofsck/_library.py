# SPDX-License-Identifier: MIT
"""_library - libdemofsck in the folder of the package, and its structures

The structures are those of include/*.h.  bindings/python/tests/layout.py compares each
offset and size with a C compiler.
"""
import ctypes
import os
import sys
import weakref
from ctypes import (POINTER, Structure, c_bool, c_char_p, c_double, c_int, c_int32,
                    c_int64, c_size_t, c_ubyte, c_uint64, c_void_p)
from typing import Callable

# Status codes of enum dfk_status.
OK, NO_MEMORY, BAD_ARGUMENT, BAD_STATE, NOT_REPAIRABLE, CHANGED, WRITE_FAILED, MALFORMED \
    = range(8)
# The names of enumerators, in the order of their numbers.
LEVELS = ('salvage', 'safe', 'prefix')
DEPTHS = ('full', 'messages', 'framing')
PROTOCOLS = ('0.6', '0.5', '0.7')
SEVERITIES = ('off', 'note', 'warning', 'error')
VERDICTS = ('valid', 'truncated', 'damaged', 'unsupported', 'unrecognized', 'undecided')
REPAIRABLE = ('no', 'not-needed', 'lossless', 'lossy')
# enum dfk_outcome
CHECKED, WRITTEN, NOT_WRITTEN = range(3)

# The functions that the library calls.
ON_EVENT = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)


class Allocator(Structure):
    c_name = 'dfk_allocator'
    _fields_ = [('alloc', c_void_p), ('free', c_void_p), ('ctx', c_void_p)]


class Options(Structure):
    c_name = 'dfk_options'
    _fields_ = [('size', c_size_t), ('as', c_char_p), ('level', c_int), ('depth', c_int),
                ('fix_warnings', c_bool), ('no_hash', c_bool), ('md5', c_bool),
                ('modified', c_char_p), ('allocator', Allocator), ('map', c_void_p),
                ('known_maps', c_void_p), ('on_finding', ON_EVENT),
                ('on_record', ON_EVENT), ('on_item', ON_EVENT), ('ctx', c_void_p)]


class Loss(Structure):
    c_name = 'dfk_loss'
    _fields_ = [('messages', c_uint64), ('snapshots', c_uint64), ('packets', c_uint64),
                ('string_tables', c_uint64), ('unread', c_uint64), ('ticks', c_uint64),
                ('places', c_uint64), ('first_tick', c_int64), ('last_tick', c_int64),
                ('from_s', c_double), ('to_s', c_double), ('still_s', c_double),
                ('lost_s', c_double), ('kept_s', c_double), ('of_s', c_double),
                ('more', c_bool)]


class Result(Structure):
    c_name = 'dfk_result'
    _fields_ = [('verdict', c_int), ('format', c_char_p), ('version', c_char_p),
                ('size', c_uint64), ('compression', c_char_p),
                ('carriage_returns', c_uint64), ('space', c_int),
                ('decoded_size', c_uint64), ('undecoded', c_uint64),
                ('all_there', c_bool), ('loss_unknown', c_bool),
                ('file_changed', c_bool), ('stopped', c_bool), ('has_sha256', c_bool),
                ('has_md5', c_bool), ('sha256', c_ubyte * 32), ('md5', c_ubyte * 16),
                ('ok_up_to', c_uint64), ('repairable', c_int),
                ('more_at_framing', c_bool), ('kept', c_uint64), ('changed', c_uint64),
                ('dropped', c_uint64), ('added', c_uint64), ('loss', Loss),
                ('errors', c_uint64), ('warnings', c_uint64), ('notes', c_uint64),
                ('errors_outside', c_uint64), ('repair_errors', c_uint64),
                ('mendable_warnings', c_uint64)]


class Limit(Structure):
    c_name = 'dfk_limit'
    _fields_ = [('name', c_char_p), ('unit', c_char_p), ('value', c_uint64),
                ('maximum', c_uint64), ('why', c_char_p)]


class ReportOptions(Structure):
    c_name = 'dfk_report_options'
    _fields_ = [('form', c_int), ('command', c_char_p), ('profile', c_char_p),
                ('payload', c_bool), ('redact', c_bool), ('fail_on', c_int),
                ('write', WRITE), ('ctx', c_void_p), ('allocator', Allocator)]


class ReportFile(Structure):
    c_name = 'dfk_report_file'
    _fields_ = [('check', c_void_p), ('outcome', c_int), ('output', c_char_p),
                ('error', c_char_p), ('allowed', c_bool), ('omitted', c_bool),
                ('written', c_void_p), ('refused', c_char_p)]


STRUCTURES = (Allocator, Options, Loss, Result, Limit, ReportOptions, ReportFile)

_FUNCTIONS = {
    'dfk_version': (c_char_p, []),
    'dfk_status_text': (c_char_p, [c_int]),
    'dfk_rule_find': (c_void_p, [c_char_p]),
    'dfk_limit_count': (c_size_t, []),
    'dfk_limit_at': (POINTER(Limit), [c_size_t]),
    'dfk_open': (c_int, [POINTER(Options), POINTER(c_void_p)]),
    'dfk_set_limit': (c_int, [c_void_p, c_char_p, c_uint64]),
    'dfk_set_severity': (c_int, [c_void_p, c_char_p, c_int]),
    'dfk_set_profile': (c_int, [c_void_p, c_char_p]),
    'dfk_set_name': (c_int, [c_void_p, c_char_p]),
    'dfk_set_protocol': (c_int, [c_void_p, c_int]),
    'dfk_set_base': (c_int, [c_void_p, c_void_p]),
    'dfk_feed_part': (c_int, [c_void_p, c_char_p, c_size_t, POINTER(c_size_t),
                              POINTER(c_bool)]),
    'dfk_callback_calls': (c_uint64, [c_void_p]),
    'dfk_wants': (c_bool, [c_void_p]),
    'dfk_verdict_so_far': (c_int, [c_void_p]),
    'dfk_finish': (c_int, [c_void_p]),
    'dfk_stop': (c_int, [c_void_p]),
    'dfk_changed': (c_int, [c_void_p]),
    'dfk_open_elsewhere': (c_int, [c_void_p]),
    'dfk_close': (None, [c_void_p]),
    'dfk_result_of': (POINTER(Result), [c_void_p]),
    'dfk_rule_hits': (c_uint64, [c_void_p, c_void_p]),
    'dfk_repair_open': (c_int, [c_void_p, WRITE, c_void_p, POINTER(c_void_p)]),
    'dfk_repair_feed': (c_int, [c_void_p, c_char_p, c_size_t]),
    'dfk_repair_finish': (c_int, [c_void_p]),
    'dfk_repair_close': (None, [c_void_p]),
    'dfk_map_open': (c_int, [c_void_p, c_char_p, c_size_t, POINTER(c_void_p)]),
    'dfk_map_close': (None, [c_void_p]),
    'dfk_snapshot_open': (c_int, [c_void_p, c_int, POINTER(c_void_p)]),
    'dfk_snapshot_load': (c_int, [c_void_p, POINTER(c_int32), c_size_t]),
    'dfk_snapshot_close': (None, [c_void_p]),
    'dfk_report_open': (c_int, [POINTER(ReportOptions), POINTER(c_void_p)]),
    'dfk_report_close': (None, [c_void_p]),
    'dfk_report_start': (c_int, [c_void_p, c_char_p]),
    'dfk_report_finding': (c_int, [c_void_p, c_void_p]),
    'dfk_report_record': (c_int, [c_void_p, c_void_p]),
    'dfk_report_item': (c_int, [c_void_p, c_void_p]),
    'dfk_report_actions': (c_int, [c_void_p, c_void_p]),
    'dfk_report_file': (c_int, [c_void_p, POINTER(ReportFile)]),
    'dfk_report_finish': (c_int, [c_void_p, c_int]),
    'dfk_report_flush': (c_int, [c_void_p]),
    'dfk_report_rules': (c_int, [WRITE, c_void_p]),
    'dfk_gate_accepts': (c_bool, [c_void_p, c_int]),
}


def free_with(owner: object, function: Callable[..., object], *arguments: object
              ) -> Callable[[], object]:
    """Frees a handle when its owner is freed.  At the end of the interpreter nothing is
    freed, because a thread may still use the handle."""
    finalizer = weakref.finalize(owner, function, *arguments)
    finalizer.atexit = False
    return finalizer


def _load() -> ctypes.CDLL:
    suffix = '.dylib' if sys.platform == 'darwin' else '.so'
    # CDLL, not PyDLL: other threads run while the library reads.
    loaded = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                      'libdemofsck' + suffix))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(loaded, name)
        function.restype = result
        function.argtypes = arguments
    return loaded


lib = _load()
