"""A server for tests: bots do not pause, unless BOT_PAUSE_S says so, and the address is the first line it prints. `python -m tests.browser.serve DATABASE PORT`"""

import os
import sys

from ludotheque.server import run
from ludotheque.server.settings import Settings

if __name__ == "__main__":
    database, port = sys.argv[1:]
    listening = run.listen("127.0.0.1", int(port))
    print(run.address(listening, "127.0.0.1"), flush=True)
    run.serve(Settings(database=f"sqlite:///{database}", bot_pause_s=float(os.environ.get("BOT_PAUSE_S", "0"))), listening)
