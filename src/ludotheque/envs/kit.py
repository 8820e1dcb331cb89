"""What the environments for other libraries share: spaces, pictures, and refusals."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludotheque.core import registry
from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.words import ENGLISH
from ludotheque.envs.batch import encoded, encoding_of
from ludotheque.scene.export import pixels
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import compose

try:
    from gymnasium import spaces
except ImportError as error:
    raise LudothequeError("this needs Gymnasium: pip install 'ludotheque[train]'") from error

WIDTH = 640  # of an rgb_array, in pixels
RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
METADATA: dict[str, Any] = {
    "render_modes": list(RENDER_MODES),
    "render_fps": 1,
    "is_parallelizable": False,  # by PettingZoo's conversion: `parallel_env` is an environment of its own
}
ILLEGAL = ("end", "random")  # what an illegal action does: end the game, or be replaced by a random legal one


def check_one_of(name: str, value: object, known: tuple[object, ...]) -> None:
    """Refuse a value that is not known."""
    if value not in known:
        names = ", ".join(map(str, known))
        raise LudothequeError("{name} must be one of {names}, not {value!r}", name=name, names=names, value=value)


def load(game: str | Game) -> Game:
    return registry.load(game) if isinstance(game, str) else game


def metadata_of(game: Game) -> dict[str, Any]:
    return {"name": f"{game.id}_v{game.rules_version}", **METADATA}


def observation_space(game: Game, actions: int) -> spaces.Dict:
    """Return the space of what a seat sees and may do.

    Masks are int8: `Discrete.sample` wants them so.
    """
    low, high = encoding_of(game).bounds()
    return spaces.Dict(
        {"observation": spaces.Box(low, high, dtype=np.int8), "action_mask": spaces.Box(0, 1, (actions,), np.int8)}
    )


def seen(game: Game, state: Any, seat: int) -> Any:
    """Return what a seat sees of a state, as numbers."""
    return encoded(game, game.view_of(state, seat), seat)


def render(game: Game, mode: str | None, state: Any, seat: int = NONE) -> Any:
    """Draw a state as a seat sees it; seat NONE is a spectator."""
    if mode is None:
        raise LudothequeError(
            "choose a render_mode when you make the environment: {modes}", modes=", ".join(RENDER_MODES)
        )
    view = game.view_of(state, seat)
    if mode in ("human", "ansi"):
        board = game.text.board(ENGLISH, view, seat)
        return print(board) if mode == "human" else board
    scene = scene_of(game, game.words("en"), view, seat)
    svg = compose(scene, game.folder / "art.svg" if scene.ground else None)
    return svg if mode == "svg" else np.asarray(pixels(svg, WIDTH))


def masked(observation: Any, info: Mapping[str, Any]) -> dict[str, Any]:
    """Return an observation with the mask that the info has, too."""
    return {"observation": observation, "action_mask": info["action_mask"]}
