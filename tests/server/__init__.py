"""The server as people meet it: a real one on a loopback port, with a real database."""
