"""The laboratory: simulation, counting and measuring."""
