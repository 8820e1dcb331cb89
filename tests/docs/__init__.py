"""The documentation, held to what the code does."""
