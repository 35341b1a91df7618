"""Runs a program on a terminal of its own: `pseudo-terminal.py STEPS PROGRAM ...`.

STEPS is a JSON list: ["wait", text] until the screen has shown the text, ["type", keys],
["resize", columns, rows], ["signal", number]. Prints a JSON object: all `output`, the exit
`status`, and whether the terminal is as it was (`restored`).
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

WAIT_S = 25


def main():
    steps = json.loads(sys.argv[1])
    leader, follower = pty.openpty()
    resize(follower, 80, 24)
    before = termios.tcgetattr(follower)
    pid = os.fork()
    if pid == 0:
        os.setsid()
        fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
        for each in (0, 1, 2):
            os.dup2(follower, each)
        os.execvp(sys.argv[2], sys.argv[2:])
    output = bytearray()
    for what, *args in steps:
        if what == "wait":
            wait_for(leader, output, args[0].encode())
        elif what == "type":
            os.write(leader, args[0].encode())
        elif what == "resize":
            resize(follower, *args)
            os.kill(pid, signal.SIGWINCH)
        elif what == "signal":
            os.kill(pid, args[0])
    status = ended(pid, leader, output)
    restored = termios.tcgetattr(follower) == before
    text = output.decode(errors="replace")
    print(json.dumps({"output": text, "status": status, "restored": restored}))


def resize(follower, columns, rows):
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def read(leader, output):
    if select.select([leader], [], [], 0.05)[0]:
        output.extend(os.read(leader, 65536))


def wait_for(leader, output, text):
    """Waits for text that comes after what was waited for before."""
    seen = wait_for.seen
    deadline = time.monotonic() + WAIT_S
    while output.find(text, seen) < 0:
        if time.monotonic() > deadline:
            sys.exit(f"never shown: {text!r}\n{output.decode(errors='replace')}")
        read(leader, output)
    wait_for.seen = output.find(text, seen) + len(text)


wait_for.seen = 0


def ended(pid, leader, output):
    deadline = time.monotonic() + WAIT_S
    while True:
        read(leader, output)
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            read(leader, output)
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            sys.exit(f"never ended\n{output.decode(errors='replace')}")


main()
