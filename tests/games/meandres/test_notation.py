"""Méandres in a record: texts that mean an action only where they are said, the deals it accepts,
and the sentences it refuses with.
"""

import pytest

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.core.record import Follower, Recorder, check
from ludotheque.core.words import ENGLISH
from ludotheque.games.meandres.components import FIENDS, SHORES, TARGETS
from ludotheque.games.meandres.notation import cells_of, shores_of, shores_without
from ludotheque.games.meandres.rules.codes import Refusal
from ludotheque.games.meandres.rules.dreams import count_shores, shore_cell, true_cell
from ludotheque.games.meandres.state import Phase
from tests.games.deals import Spoil, why_not_dealt
from tests.games.effort import size
from tests.games.meandres.boards import GAME, START, after, legal, random_games, refusal, state_of

INFERNAL = ("dance 34", "step -1,0", "step 0,0", "step 0,-1", "step 0,0")  # E?PG from -1,1 to the Celestial


def test_a_refusal_names_its_rule() -> None:
    assert GAME.reason(Refusal.ENDS_ON_FIEND) == "A dance may not end on a dream where another fiend stands. (R3.7)"


def test_shores_are_numbered_as_the_rules_number_them() -> None:
    for states in random_games(size(24, python=2)):
        state = states[-1]
        cells = cells_of(state)
        for gone in (NONE, 0, len(cells) - 1):
            shores = shores_of(cells) if gone == NONE else shores_without(cells, gone)
            assert count_shores(state, gone) == len(shores) <= (SHORES if gone == NONE else TARGETS)
            assert [true_cell(state, shore_cell(state, shore, gone)) for shore in range(len(shores))] == list(shores)
            assert shore_cell(state, len(shores), gone) == NONE


def test_a_line_of_dreams_has_the_most_shores_wherever_it_lies() -> None:
    """Without its last tile, and, for Krampus, without a link in its middle."""
    tiles = list(START.values()) + [
        [f"{hue}-{number:02}"] for hue in ("epic", "passionate", "happy") for number in range(3, 11)
    ]
    for east in (-40, 0, 25):
        for dreams, gone, most in ((30, NONE, SHORES), (31, 9, TARGETS - 1)):
            board = {f"{q + east},-7": tile for q, tile in enumerate(tiles[:dreams])}
            state = state_of(
                board=board, fiends=[f"{east},-7", f"{east + 9},-7"], piles={"epic": 1, "passionate": 0, "happy": 0}
            )
            shores = shores_of(cells_of(state)) if gone == NONE else shores_without(cells_of(state), gone)
            assert count_shores(state, gone) == len(shores) == most
            assert sorted(true_cell(state, shore_cell(state, shore, gone)) for shore in range(most)) == sorted(shores)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("step 0,0", Refusal.NOT_NOW),
        ("enter 5,5", Refusal.NO_DREAM),
        ("enter 00,0", Refusal.UNREADABLE),
        ("enter +1,0", Refusal.UNREADABLE),
        ("enter -0,0", Refusal.UNREADABLE),
        ("enter 1,0 ", Refusal.UNREADABLE),
        ("enter", Refusal.UNREADABLE),
        ("enter #0", Refusal.UNREADABLE),
        ("dance", Refusal.UNREADABLE),
        ("dance 43", Refusal.NOT_IN_ROW),
        ("dance 1 backwards", Refusal.UNREADABLE),
        ("again 1 reversed", Refusal.UNREADABLE),
        ("extend happy grey 9,9", Refusal.NO_SHORE),
        ("extend happy blue 1,0", Refusal.UNREADABLE),
        ("extend happy grey one", Refusal.UNREADABLE),
        ("okiku 5,5 0,0", Refusal.NO_DREAM),
        ("okiku 0,0 x", Refusal.UNREADABLE),
        ("krampus 0,0 9,9", Refusal.TOUCHES_NOTHING),
        ("krampus 0,0 0,0", Refusal.NOT_NOW),
        ("spawn 1,0", Refusal.NOT_NOW),
        ("spawn none", Refusal.NOT_NOW),
        ("spawn none none", Refusal.UNREADABLE),
        ("spawn none 1,0", Refusal.UNREADABLE),
        ("spawn here", Refusal.UNREADABLE),
        ("spawn", Refusal.UNREADABLE),
        ("spawn 0,1 -1,0", Refusal.UNREADABLE),
        ("spawn 0,1 0,1", Refusal.UNREADABLE),
        ("spawn x", Refusal.UNREADABLE),
        ("swap 7", Refusal.UNREADABLE),
        ("legend nobody", Refusal.UNREADABLE),
        ("stay", Refusal.NOT_NOW),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_reason(text: str, code: Refusal) -> None:
    assert refusal(state_of(row=[1, 2, 3, 4]), text) == code


def test_every_action_number_has_some_text() -> None:
    state = state_of(fiends=["0,-1", "1,0"])
    texts = [GAME.notation.text(state, 0, action) for action in range(GAME.actions.count)]
    assert all(text and text.isascii() for text in texts)
    assert len(legal(state)) == len(set(legal(state)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_recorded_deal_is_the_very_state_that_was_dealt(seats: int) -> None:
    recorder = Recorder(GAME, seats, {"length": "long"}, seed_key(seats))
    data = recorder.record()
    data["seed"] = recorder.key.hex()  # which a game still going on keeps to itself
    laid = Follower(data).dealt
    laid.cursor = recorder.dealt.cursor
    assert laid.tobytes() == recorder.dealt.tobytes()


SPAWNING = {
    "leap": (
        {"fiends": ["0,-1", "-1,0"], "row": [12, 7, 33, 5], "legend": ["jack_o_lantern", None]},
        ("despair", "step -1,0", "step 0,0"),
    ),
    "spawn": ({"fiends": ["-1,1", "0,1"], "row": [34, 2, 3, 4], "influence": ["happy", "epic"]}, INFERNAL),
    "bonus": (
        {"fiends": ["-1,1", "0,1"], "row": [34, 2, 3, 4], "influence": ["happy", "epic"]},
        (*INFERNAL, "spawn none"),
    ),
}


@pytest.mark.parametrize(
    ("phase", "text", "code"),
    [
        ("leap", "spawn -1,0", Refusal.LEGAL),
        ("leap", "spawn -1,0 -1,0", Refusal.LEGAL),
        ("leap", "spawn -1,0 -1,0 -1,0", Refusal.UNREADABLE),
        ("leap", "spawn -1,0 0,0", Refusal.NOT_LEAP_DREAM),
        ("leap", "spawn none", Refusal.LEAP_IS_DUE),
        ("spawn", "spawn none", Refusal.LEGAL),
        ("spawn", "spawn -1,1 1,-1", Refusal.LEGAL),
        ("spawn", "spawn 1,-1 -1,1", Refusal.UNREADABLE),  # not in order
        ("spawn", "spawn 1,-1 1,-1", Refusal.UNREADABLE),
        ("spawn", "spawn 0,0", Refusal.NOT_ELIGIBLE),
        ("bonus", "spawn none", Refusal.LEGAL),
        ("bonus", "spawn 0,0", Refusal.LEGAL),
        ("bonus", "spawn 0,0 0,0", Refusal.TOO_MANY),
        ("bonus", "spawn 1,-1", Refusal.NOT_BONUS_DREAM),
        ("bonus", "stay", Refusal.NOT_NOW),
    ],
)
def test_spawn_means_what_is_asked_about(phase: str, text: str, code: Refusal) -> None:
    given, path = SPAWNING[phase]
    state = after(state_of(**given), *path)
    assert Phase(state.phase).name.lower() == phase
    assert refusal(state, text) == code


@pytest.mark.parametrize("phase", SPAWNING)
def test_numbers_that_mean_nothing_in_a_phase_are_refused_and_written_as_numbers(phase: str) -> None:
    given, path = SPAWNING[phase]
    state = after(state_of(**given), *path)
    allowed = GAME.legal(state, 0)
    assert allowed == sorted(allowed)
    assert all(
        GAME.refusal(state, 0, action) != Refusal.LEGAL for action in range(GAME.actions.count) if action not in allowed
    )
    texts = [GAME.notation.text(state, 0, action) for action in allowed]
    assert [GAME.notation.parse(state, 0, text).action for text in texts] == allowed


def test_a_record_of_version_1_is_refused() -> None:
    data = Recorder(GAME, 2, {}, seed_key(1)).record()
    assert check(data) == []
    (said,) = check(data | {"rules_version": 1})
    assert "version" in said


# The fiends


def test_a_record_says_who_chose_which_fiend_and_its_setup_does_not() -> None:
    plain = Recorder(GAME, 3, {}, seed_key(1))
    assert plain.state.figure[:3].tolist() == [0, 1, 2]
    recorder = Recorder(GAME, 3, {}, seed_key(1), ["stag", None, "goat"])
    figures, data = recorder.state.figure[:3].tolist(), recorder.record()
    assert (figures[0], figures[2], len(set(figures))) == (3, 0, 3)
    assert data["chosen"] == ["stag", None, "goat"]
    assert data["setup"] == plain.record()["setup"]
    assert Follower(data).state.figure[[0, 2]].tolist() == [3, 0]  # the lot of the third is known when the seed is
    assert Follower(data | {"seed": seed_key(1).hex()}).state.figure[:3].tolist() == figures


def test_fiends_do_not_matter_for_the_rules() -> None:
    plain = GAME.new(2, {}, seed_key(5))
    chosen = copy(plain)
    GAME.notation.deal(chosen, GAME.notation.setup_of(plain) | {"fiends": ["beak", "stag"]})
    for _ in range(30):
        actions = GAME.legal(plain, int(plain.seat))
        assert GAME.legal(chosen, int(chosen.seat)) == actions
        for state in (plain, chosen):
            GAME.apply(state, int(state.seat), actions[len(actions) // 2])
    chosen.figure[:] = plain.figure
    assert chosen.tobytes() == plain.tobytes()


def test_the_pawns_are_the_fiends_and_each_has_a_name() -> None:
    assert GAME.pawns is not None
    assert (GAME.pawns.key, tuple(GAME.pawns.values.values())) == ("fiends", FIENDS)
    labels = {name: GAME.label(ENGLISH, name) for name in GAME.pawns.values}
    assert labels == {"goat": "Goat", "bat": "Bat", "beak": "Beak", "stag": "Stag"}


WRONG_DEALS: dict[str, tuple[Spoil, str]] = {
    "a key too many": (
        lambda setup: setup.update(first=0),
        (
            "setup must have the keys row, legends and influence, and may have only fiends besides, not row, legends,"
            " influence, first"
        ),
    ),
    "a key too few": (
        lambda setup: setup.pop("row"),
        "setup must have the keys row, legends and influence, and may have only fiends besides, not legends, influence",
    ),
    "three cards": (lambda setup: setup.update(row=[1, 2, 3]), "setup.row must be a list of 4, not [1, 2, 3]"),
    "a card twice": (
        lambda setup: setup.update(row=[1, 2, 3, 3]),
        "setup.row must be 4 different dances from 1 to 42, not [1, 2, 3, 3]",
    ),
    "card 43": (
        lambda setup: setup.update(row=[1, 2, 3, 43]),
        "setup.row must be 4 different dances from 1 to 42, not [1, 2, 3, 43]",
    ),
    "a card as text": (
        lambda setup: setup.update(row=[1, 2, 3, "4"]),
        "setup.row must be 4 different dances from 1 to 42, not [1, 2, 3, '4']",
    ),
    "an unknown legend": (
        lambda setup: setup.update(legends=["okiku", "krampus", "bathory", "dracula"]),
        "setup.legends must be 4 different legends",
    ),
    "one colour for both": (
        lambda setup: setup.update(influence=["epic", "epic"]),
        "setup.influence must be a colour (epic, passionate, happy) for each seat, none more than once (R2.4)",
    ),
    "one fiend for both": (
        lambda setup: setup.update(fiends=["bat", "bat"]),
        "setup.fiends must be a different fiend (goat, bat, beak, stag) for each seat, not ['bat', 'bat']",
    ),
    "an unknown fiend": (
        lambda setup: setup.update(fiends=["bat", "dragon"]),
        "setup.fiends must be a different fiend (goat, bat, beak, stag) for each seat, not ['bat', 'dragon']",
    ),
    "a fiend too few": (lambda setup: setup.update(fiends=["bat"]), "setup.fiends must be a list of 2, not ['bat']"),
    "fiends as text": (lambda setup: setup.update(fiends="bat"), "setup.fiends must be a list of 2, not 'bat'"),
    "grey": (lambda setup: setup.update(influence=["epic", "forgotten"]), "setup.influence must be a colour"),
}


@pytest.mark.parametrize("what", WRONG_DEALS)
def test_a_deal_that_cannot_be_is_refused(what: str) -> None:
    spoil, reason = WRONG_DEALS[what]
    assert why_not_dealt(GAME, spoil).startswith(reason)


def test_a_seats_own_record_is_the_whole_one() -> None:
    recorder = Recorder(GAME, 3, {}, seed_key(1))
    for _ in range(7):
        recorder.act(int(recorder.state.seat), GAME.legal(recorder.state, int(recorder.state.seat))[-1])
    whole = recorder.record()
    assert whole["plies"][-1]["action"] != "?"
    for seat in (-1, 0, 1, 2):
        assert recorder.record(seat=seat) == whole


def test_the_last_ply_of_a_turn_carries_the_cards_drawn() -> None:
    recorder = Recorder(GAME, 2, {}, seed_key(3))
    while movers := GAME.movers(recorder.state):
        recorder.act(movers[0], GAME.legal(recorder.state, movers[0])[0])
    drawn = [ply for ply in recorder.plies if any(word.startswith("dance ") for word in ply.chance)]
    assert len(drawn) == 18
