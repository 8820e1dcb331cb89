"""Environments for those who train players: batches, and the interfaces of other libraries."""
