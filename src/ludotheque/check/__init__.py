"""The promises that every game keeps, as tests: `ludotheque check`, and `pytest --ludotheque`."""
