# SPDX-License-Identifier: MIT
"""killing - ends the worker processes of a run at random moments"""
import os
import signal
import threading
import time


def children(pid):
    with open(f'/proc/{pid}/task/{pid}/children', encoding='ascii') as f:
        return [int(word) for word in f.read().split()]


def run_and_kill(process, chance, most, pause):
    """Standard output of the run, and the processes that were killed: at most so many,
    with pauses of at most so many seconds."""
    killed = []

    def kill():
        while process.poll() is None and len(killed) < most:
            time.sleep(chance.uniform(0, pause))
            try:
                victim = chance.choice(children(process.pid))
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)
            except (OSError, IndexError):
                pass

    killer = threading.Thread(target=kill)
    killer.start()
    out = process.stdout.read()
    process.wait()
    killer.join()
    return out, killed
