"""The games in `examples`, as somebody else has them: packages that ludotheque finds by name."""
