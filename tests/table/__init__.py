"""The table layer: a live game without any I/O."""
