"""Live tables: kept in memory, changed, played by bots, timed, and dropped again."""
