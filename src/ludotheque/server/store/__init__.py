"""What is stored on disk: people, tables, seats, invitations, and the journal."""

from ludotheque.server.store.accounts import Account
from ludotheque.server.store.store import Store
from ludotheque.server.store.tables import Seat, TableRow

__all__ = ["Account", "Seat", "Store", "TableRow"]
