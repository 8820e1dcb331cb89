"""A complete external bot in thirty lines.

It plays the legal action that comes first in the alphabet, and prints the result of each game on
standard error. docs/bot-protocol.md describes the messages.

ludotheque league sarena --bots random,"cmd:python examples/first_choice.py" --games 20
"""

import json
import sys


def choose(question: dict) -> str:
    """Return one of the actions in question["legal"].

    question["view"] has what the seat can see, question["history"] what has happened so far.
    """
    return min(question["legal"])


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "choose":
            action = choose(message)
            print(json.dumps({"action": action}), flush=True)
        elif message["type"] == "over":
            print(f"the game is over: {message['final']}", file=sys.stderr)


if __name__ == "__main__":
    main()
