"""A live game without any I/O: seats, clocks, journal, undo, and what each viewer is told."""
