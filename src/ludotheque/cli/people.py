"""`ludotheque secret`: change the secret that signs cookies."""

from ludotheque.cli.serve import HERE, Database
from ludotheque.cli.tables import opened
from ludotheque.cli.text import say


def secret(database: Database = HERE) -> None:
    """Change the secret that signs cookies; stop the server first.

    The previous secret stays valid, so nobody notices. Running this twice ends all sessions:
    accounts must log in again, and guests lose their seats.

    Example: ludotheque secret
    """
    with opened(database) as store:
        store.rotate_secret()
    print(say("Cookies will be signed with a new secret from the next start on"))
