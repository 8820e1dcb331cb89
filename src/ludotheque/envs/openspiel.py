"""The games as Python games of OpenSpiel. Importing this module registers them:

    import pyspiel
    import ludotheque.envs.openspiel

    game = pyspiel.load_game("ludotheque_sarena(seats=3,deal=fair)")

The parameters are `seats` and the options of the game.

Chance comes first: eight chance nodes draw the bytes of the seed that decides all shuffles and
draws of the game, and nobody sees it. After that, chance nodes only decide who acts next where
several may act at once, and when the table acts. There are two other ways. OpenSpiel cannot store
a game in Python whose chance is sampled. And a node for every draw needs the odds of each outcome,
which the rules do not report. It follows that every game has imperfect information, and that a
search which looks at the state itself knows the future; `resample_from_infostate` gives it a state
to look at instead.
"""

from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from ludotheque.core import registry
from ludotheque.core.chance import KEY_BYTES, seed_key
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import array_of, copy, from_bytes
from ludotheque.core.words import ENGLISH
from ludotheque.envs.batch import encoded, encoding_of

PREFIX = "ludotheque_"
DEALS = 8  # chance nodes before the deal
BYTES = [(byte, 1 / 256) for byte in range(256)]  # the outcomes of each
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
SINGLE_PLAYER, NOBODY = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE


class Moment:
    """A moment of a game, never changed again, so that copies of a state can share it."""

    def __init__(
        self, game: Game, state: State, actor: int = NONE, action: int = NONE, before: "Moment | None" = None
    ) -> None:
        self.game, self.state, self.movers = game, state, game.movers(state)
        self.actor, self.action, self.before = actor, action, before  # the ply that led here
        self.memories: dict[int, tuple[bytes, bytes]] = {}  # by seat: see `memory`
        self.choices: dict[int, list[int]] = {}  # by seat: see `legal`
        if not self.movers:
            self.player = TERMINAL
        else:  # the only one who can act, or chance, which decides who is next
            self.player = self.movers[0] if len(self.movers) == 1 and self.movers[0] != TABLE else CHANCE

    def legal(self, seat: int) -> list[int]:
        """List a seat's legal actions. A search asks for them several times."""
        if seat not in self.choices:
            self.choices[seat] = self.game.legal(self.state, seat)
        return self.choices[seat]

    def memory(self, seat: int) -> tuple[bytes, bytes]:
        """Return a digest of all that a seat has seen and done, and what it sees now.

        What others do unseen leaves no trace in it.
        """
        if seat in self.memories:
            return self.memories[seat]
        moment, path = self, []
        while seat not in moment.memories:
            path.append(moment)
            if moment.before is None:
                break
            moment = moment.before
        digest, seen = moment.memories.get(seat, (b"", b""))
        for moment in reversed(path):
            view, own = array_of(self.game.view_of(moment.state, seat)).tobytes(), moment.actor == seat
            if view != seen or own:
                deed = b"%d " % moment.action if own else b""
                digest, seen = blake2b(digest + deed + view, digest_size=16).digest(), view
            moment.memories[seat] = digest, seen
        return digest, seen

    def __deepcopy__(self, memo: dict[int, Any]) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        seats = [NONE, *range(int(self.state.seats))]
        return recalled, (self.game.id, array_of(self.state).tobytes(), {seat: self.memory(seat) for seat in seats})


def recalled(name: str, raw: bytes, memories: dict[int, tuple[bytes, bytes]]) -> Moment:
    """Return a moment from its bytes and what is remembered there."""
    game = registry.load(name)
    moment = Moment(game, from_bytes(raw, game.state))
    moment.memories = memories
    return moment


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. A clone shares the moment, so cloning costs next to nothing."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.drawn = b""  # bytes of the seed
        self.moment: Moment | None = None  # None: not dealt yet
        self.turn = NONE  # who acts, where several may; NONE: not drawn yet

    @property
    def spiel(self) -> "SpielGame":
        game: SpielGame = self.get_game()
        return game

    def current_player(self) -> int:
        if self.turn != NONE:
            return self.turn
        return CHANCE if self.moment is None else self.moment.player

    def is_terminal(self) -> bool:
        return self.moment is not None and not self.moment.movers

    def _legal_actions(self, player: int) -> list[int]:
        assert self.moment is not None
        return self.moment.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.moment is None:
            return BYTES
        return [(mover, 1 / len(self.moment.movers)) for mover in self.moment.movers]

    def _apply_action(self, action: int) -> None:
        spiel, player = self.spiel, self.current_player()
        if self.moment is None:
            self.drawn += bytes([action])
            if len(self.drawn) == DEALS:
                self.moment = Moment(spiel.game, spiel.deal(seed_key(int.from_bytes(self.drawn))))
        elif player == CHANCE and action != TABLE:
            self.turn = action
        else:
            self._act(TABLE if player == CHANCE else player, action)

    def _act(self, actor: int, action: int) -> None:
        assert self.moment is not None
        game, state = self.spiel.game, copy(self.moment.state)
        if actor == TABLE:  # it makes no decisions except when to act
            action = game.legal(state, TABLE)[0]
        game.apply(state, actor, action)
        self.moment, self.turn = Moment(game, state, actor, action, self.moment), NONE

    def _action_to_string(self, player: int, action: int) -> str:
        if self.moment is None:
            return f"byte {action}"
        if player == CHANCE:
            return "the table acts" if action == TABLE else f"seat {action} acts"
        return self.spiel.game.notation.text(self.moment.state, player, action)

    def returns(self) -> list[float]:
        """Return, for each seat, the others it left behind less those that were better: from 1 for
        the winner to −1 for the last, 0 in all.
        """
        seats = self.spiel.seats
        if self.moment is None or self.moment.movers:
            return [0.0] * seats
        places = self.spiel.game.ranks(self.moment.state, seats)
        return [sum((other > own) - (other < own) for other in places) / (seats - 1) for own in places]

    def resample_from_infostate(self, player: int, uniform: Any) -> "SpielState":
        """Return a state at random that the player cannot tell from this one.

        `uniform` returns a random number from 0 to 1. What the others remember there is what they
        see; the path of the game is not part of it.
        """
        found: SpielState = self.spiel.new_initial_state()
        if self.moment is not None:
            game, key = self.moment.game, b"".join(int(2**32 * uniform()).to_bytes(4) for _ in range(KEY_BYTES // 4))
            found.moment = Moment(game, game.imagine(game.view_of(self.moment.state, player), player, key))
            found.moment.memories[player] = self.moment.memory(player)
            found.turn = self.turn
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielState":
        clone: SpielState = self.clone()
        return clone

    def __str__(self) -> str:
        if self.moment is None:
            return f"{len(self.drawn)} of {DEALS} bytes are drawn"
        board = self.spiel.game.text.board(ENGLISH, self.moment.state, NONE)
        return f"{board}\n{mark(array_of(self.moment.state).tobytes() + bytes([self.turn + 1]))}"


class Observer:
    """What a seat sees: a tensor with the game's encoding, and a string."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, so not {params}")
        if kind.private_info not in (SINGLE_PLAYER, NOBODY):
            raise ValueError("a seat sees only what is its own")
        self.game, self.recalls = game, kind.perfect_recall
        self.is_public, self.is_private = kind.public_info, kind.private_info == SINGLE_PLAYER
        encoding = encoding_of(game)
        wanted = {
            feature.name: feature.shape or (1,)
            for feature in encoding.features
            if (self.is_public if feature.is_public else self.is_private)
        }
        places = encoding.parts(np.arange(encoding.size))
        self.entries = np.concatenate([np.zeros(0, int), *(places[name].ravel() for name in wanted)])
        self.tensor = np.zeros(len(self.entries), np.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for name, shape in wanted.items():
            size = places[name].size
            self.dict[name] = self.tensor[first : first + size].reshape(shape)
            first += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor. It holds what a seat sees now, also where a string recalls the past."""
        if state.moment is None:
            self.tensor.fill(0)
        else:
            seat = player if self.is_private else 0
            view = self.game.view_of(state.moment.state, seat)
            self.tensor[:] = encoded(self.game, view, seat)[self.entries]

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the board as the seat sees it. With perfect recall, a digest of all that the seat
        has seen and done, which is the same exactly if that is the same.
        """
        if state.moment is None:
            return ""
        if not self.is_public:
            self.set_from(state, player)
            return " ".join(
                f"{name}:{''.join(f'{value:g}' for value in part.flat)}" for name, part in self.dict.items()
            )
        seat = player if self.is_private else NONE
        digest, view = state.moment.memory(seat)
        if self.recalls:
            return f"seat {seat}, {digest.hex()}"
        board = self.game.text.board(ENGLISH, self.game.view_of(state.moment.state, seat), seat)
        return f"{board}\n{mark(view)}"


def mark(what: bytes) -> str:
    """Return a short mark that tells things apart which have the same text."""
    return "#" + blake2b(what, digest_size=6).hexdigest()


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel, with its seats and options. Each of our games has a class of its own."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, given = self.game, dict(params or {})
        seats = int(given.get("seats", game.seats[0]))
        game.check_seats(seats)
        options = {
            option.name: str(given[option.name]) if option.values else given[option.name]
            for option in game.options
            if option.name in given
        }
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.count,
            max_chance_outcomes=len(BYTES),
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.max_plies,
        )
        super().__init__(game_type(game), info, given)
        self.seats, self.options = seats, game.complete_options(options)

    def deal(self, key: bytes) -> State:
        return self.game.new(self.seats, self.options, key)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return DEALS + self.game.max_plies

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(self.game, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def game_type(game: Game) -> Any:
    """Return what OpenSpiel has to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=PREFIX + game.id,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"seats": game.seats[0], **{option.name: option.default for option in game.options}},
    )


def register(game: Game) -> None:
    """Make a game known to OpenSpiel as `ludotheque_<game>`, unless it is known already."""
    if PREFIX + game.id not in pyspiel.registered_names():
        # a class, and not a function: OpenSpiel lets go of it only after Python has ended
        pyspiel.register_game(game_type(game), type(game.title, (SpielGame,), {"game": game}))


for _name in registry.names():
    if registry.load(_name).encode is not None:
        register(registry.load(_name))
