"""The games. Each is a package of its own that nobody imports: `core.registry` loads it by name."""
