"""The JSON API: games, people, tables.

Everything that happens inside a game goes over the websocket instead.
"""

from ludotheque.server.api import accounts, devices, games, learn, notices, people, play, puzzles, records, tables

ROUTES = [
    games.games,
    games.warmth,
    games.rules,
    people.me,
    people.rename,
    people.own_data,
    people.delete_guest,
    tables.open_table,
    tables.free_tables,
    tables.my_tables,
    tables.free_chair,
    tables.join,
    tables.rematch,
    tables.silence,
    tables.close_table,
    records.table_record,
    records.replay,
    records.picture,
    play.play,
    puzzles.puzzles,
    puzzles.puzzle_of_the_day,
    puzzles.puzzle_picture,
    puzzles.open_puzzle,
    *notices.ROUTES,
    learn.learn,
    learn.analysis,
    devices.house,
    devices.code,
    devices.make_device_link,
    devices.claim,
    accounts.make_account,
    accounts.change_password,
    accounts.delete_account,
    accounts.log_in,
    accounts.log_out,
    accounts.log_out_everywhere,
]
