"""A bot from outside in thirty lines: it takes the move that comes first in the alphabet, and says on standard error what it thinks of it.

ludotheque league sarena --bots random,"cmd:python examples/first_choice.py" --games 20
"""

import json
import sys


def choose(question: dict) -> str:
    """Any of question["legal"]. What the seat can see is in question["view"], what happened so far in question["history"]."""
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
