"""The web application: pages, a JSON interface, a websocket for each table, people, the journal."""
