"""Starts commands of ludotheque that share what takes seconds: imports, and loading Sarena's rules.

Each line of input holds the arguments of a command, as JSON. A process of its own is forked for it;
it says its id, then whatever the command says.
"""

import json
import os
import signal
import sys

import ludotheque.server.run  # noqa: F401  # what `serve` imports
from ludotheque.cli import main
from ludotheque.server.warm import warm

warm("sarena")
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who were killed
for line in sys.stdin:
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        print(os.getpid(), flush=True)
        main(json.loads(line))
        os._exit(0)
