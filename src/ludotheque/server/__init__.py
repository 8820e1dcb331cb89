"""The web application: pages, a JSON interface, a websocket for each table, people, and the journal on disk."""
