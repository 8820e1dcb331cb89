"""One file per step. A released step is never changed."""
