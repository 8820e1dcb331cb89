"""The `ludotheque` command."""

import sys


def main() -> None:
    try:
        if "serve" in sys.argv[1:]:
            from ludotheque.server import compiled

            compiled.use()  # now, since the commands load some of the modules that it takes the place of
        from ludotheque.cli import main as run
    except KeyboardInterrupt:  # while all this is loaded
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
