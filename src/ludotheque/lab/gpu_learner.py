"""Learning on a GPU: games in kernels, the network by PyTorch, and no copy between the two."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.network import MARGIN_SHARE, OUTPUTS, PLACE, POINTS, WORD, Network
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import MAX_OPTIONS
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.gpu import driver, is_simulated, tuned
from ludotheque.core.layout import layout
from ludotheque.core.options import encode
from ludotheque.core.template import instantiate
from ludotheque.lab.learner import play_names, selfplay

KERNEL = Path(__file__).parent / "selfcard.py"
BLOCK = 64  # threads
GAMES = 33_792  # at once: four blocks for each multiprocessor of an H200; fewer, if they are long
ROOM = 192  # decisions of a round in each of them, to begin with
CHUNK = 1 << 18  # actions that the network judges at once
BATCH = 16_384  # decisions in one step of the fit
RATES = 4e-3, 2e-4  # how far a step moves the weights, at the beginning and at the end
# see selfcard.py
BEGIN, TRIED, NOTES = 1, 4, 6

ORDER = layout(  # what is played
    ("first", np.int64),
    ("seats", np.int64),
    ("options", np.int64, (MAX_OPTIONS,)),
    ("root", np.uint32, (8,)),
)


SHARED = "MOST_TRIED", "choose_some", "drawn", "expect", "imagine_anew", "look_back", "who_acts"  # with selfplay


@cache
def kernels(game: Game) -> tuple[Any, Any, Any]:
    """Return the kernels of a game: to take turns, to try actions out, to show decisions."""
    assert game.encode is not None
    module = instantiate(
        game,
        KERNEL,
        BLANK=np.frombuffer(game.blank.tobytes(), np.int64).copy(),
        ENCODED=game.encode.ENCODING.size,
        MOST_SEATS=game.seats[-1],
        **{name: getattr(selfplay(game), name) for name in SHARED},
        **play_names(game),
    )
    return driver().jit(module.take_turns), driver().jit(module.try_out), driver().jit(module.show)


def compiled(cuda: Any) -> AbstractContextManager[None]:
    """Compile kernels the way our rules need it, if there is a GPU to compile for.

    The last rows of a step are often few, and numba would warn of that every time.
    """
    cuda.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
    return nullcontext() if is_simulated(cuda) else tuned()


class GpuLearner:
    """A network that lies on a GPU, plays itself there and learns there."""

    def __init__(
        self, game: Game, network: Network, options: Mapping[str, Any], seed: int, games: int = GAMES, room: int = ROOM
    ) -> None:
        try:
            import torch
        except ImportError as error:
            raise LudothequeError("learning on a GPU needs PyTorch, an extra: ludotheque[learn]") from error
        torch.backends.cuda.matmul.allow_tf32 = True
        self.torch, self.cuda, self.game, self.games, self.number = torch, driver(), game, games, 0
        self.options, self.root = encode(game.options, game.complete_options(options)), key_words(seed_key(seed))
        self.generator = torch.Generator("cuda").manual_seed(seed)
        self.weights = [torch.tensor(array, device="cuda") for array in network]
        for tensor in self.weights[1:]:
            tensor.requires_grad_()
        self.adam = torch.optim.Adam(self.weights[1:], lr=RATES[0], fused=True)
        (self.entries, _), (self.sayings, _) = network.first.shape, network.said.shape
        words = -(-self.entries // WORD)
        self.judged = self.zeros((CHUNK, words), torch.int64), self.zeros((CHUNK, self.sayings), torch.float32)
        self.seen = self.zeros((BATCH, words), torch.int64)
        self.said = self.zeros((BATCH, self.sayings + game.seats[-1]), torch.float32)
        self.take_turns, self.try_out, self.show = kernels(game)
        self.margin = float(knowledge(game, is_learned=True)["MARGIN"])
        self.decisions = games * room
        self.make_room(room)

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return self.torch.zeros(shape, dtype=dtype, device="cuda")

    def make_room(self, room: int) -> None:
        """Make room for so many decisions of each game, with as many decisions in all as before.

        A policy improves once a round, so rounds must not become long where games are.
        """
        self.room, most, torch = min(room, self.game.max_plies), self.game.seats[-1], self.torch
        self.games = games = min(self.games, max(1, self.decisions // self.room))
        state, tried = self.game.state.itemsize // 8, selfplay(self.game).MOST_TRIED
        self.live, self.worlds = (self.zeros((games, state), torch.int64) for _ in range(2))
        self.lanes, self.notes = self.zeros((games, 4), torch.int64), self.zeros((games, NOTES), torch.int32)
        self.choices, rows = self.zeros((games, tried), torch.int32), games * tried
        self.out = self.zeros((rows, OUTPUTS * most), torch.float32)
        self.judges, self.points = self.zeros((rows,), torch.int32), self.zeros((rows, 3 * most), torch.float32)
        self.states = self.zeros((games, self.room, state), torch.int64)
        self.movers = self.zeros((games, self.room), torch.int8)
        self.targets = self.zeros((games, self.room, most, OUTPUTS), torch.float32)

    def network(self) -> Network:
        """Return a copy of the network in this machine's memory."""
        return Network(*(tensor.detach().cpu().numpy() for tensor in self.weights))

    def launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        """Run a kernel on tensors and numbers."""
        tensors = (self.cuda.as_cuda_array(one) if isinstance(one, self.torch.Tensor) else one for one in arguments)
        with compiled(self.cuda):
            kernel[-(-threads // BLOCK), BLOCK](*tensors)

    def play(self, seats: int, heat: float, trace: float) -> int:
        """Play a round; return how many decisions it has: those of whole games."""
        order = np.zeros(1, ORDER)
        order[0] = (self.number, seats, self.options, self.root)
        self.number += 1 << 32
        self.seats, ordered = seats, self.cuda.to_device(order)
        self.notes.zero_()
        rows = self.zeros((self.games,), self.torch.int64)
        with self.torch.no_grad():
            first = (self.weights[0][:, None] * self.weights[1]).half()
            for _ in range(self.room + 1):
                asked = self.live, self.worlds, self.lanes, self.notes, self.choices, rows
                answers, kept = (self.out, self.judges, self.points), (self.states, self.movers, self.targets)
                self.launch(self.take_turns, self.games, ordered, heat, trace, *asked, *answers, *kept)
                tried = self.notes[:, TRIED].long()
                rows = tried.cumsum(0) - tried
                games = self.torch.repeat_interleave(tried)
                for begin in range(0, len(games), CHUNK):
                    self.judge(games, rows, begin, min(begin + CHUNK, len(games)), first)
        steps = self.torch.arange(self.room, device="cuda")
        self.valid = (steps[None, :] < self.notes[:, BEGIN, None]).flatten().nonzero()[:, 0]
        return len(self.valid)

    def judge(self, games: Any, rows: Any, begin: int, end: int, first: Any) -> None:
        """Let the network judge these rows; row `rows[game]` is the first of a game."""
        seen, said = self.judged
        inputs = self.worlds, self.notes, self.choices, rows, games, begin, end, self.seats
        self.launch(self.try_out, end - begin, *inputs, seen, said, self.judges, self.points)
        _, _, said_weights, first_bias, second, second_bias, last, last_bias = self.weights
        entries = seen.view(self.torch.int8)[: end - begin, : self.entries].half()
        hidden = self.torch.relu((entries @ first).float() + said[: end - begin] @ said_weights + first_bias)
        self.out[begin:end] = self.torch.relu(hidden @ second + second_bias) @ last + last_bias

    def fit(self, share: float, most: int = 1 << 62) -> float:
        """Learn from the decisions of the last round; return the mean loss of the places.

        `share` is how much of the whole training is over. If games are so long that less than half
        of the room was used, the next round has twice the room.
        """
        torch = self.torch
        for group in self.adam.param_groups:
            group["lr"] = RATES[0] * (RATES[1] / RATES[0]) ** share
        order = self.valid[torch.randperm(len(self.valid), device="cuda", generator=self.generator)][:most]
        total, batches = torch.zeros((), device="cuda"), len(order) // BATCH
        for batch in range(batches):
            total += self.step(order[batch * BATCH : (batch + 1) * BATCH])
        if 2 * len(self.valid) < self.games * self.room and self.room < self.game.max_plies:
            self.make_room(2 * self.room)
        return float(total / max(1, batches))

    def step(self, chosen: Any) -> Any:
        """Move the weights once; return the loss of the places."""
        torch, seats, most = self.torch, self.seats, self.game.seats[-1]
        hides = torch.randint(0, 2, (BATCH,), device="cuda", generator=self.generator, dtype=torch.int8)
        states, movers = self.states.view(-1, self.states.shape[-1]), self.movers.view(-1)
        self.launch(self.show, BATCH, states, movers, chosen, hides, seats, self.seen, self.said)
        scale, first, said, first_bias, second, second_bias, last, last_bias = self.weights
        entries = self.seen.view(torch.int8)[:, : self.entries].float() * scale
        hidden = torch.relu(entries @ first + self.said[:, : self.sayings] @ said + first_bias)
        out = (torch.relu(hidden @ second + second_bias) @ last + last_bias).reshape(BATCH, most, OUTPUTS)[:, :seats]
        seat = movers[chosen].long()
        turn = (seat[:, None] + torch.arange(seats, device="cuda")[None, :]) % seats
        targets = self.targets.view(-1, most, OUTPUTS)[chosen]
        wanted = targets.gather(1, turn[:, :, None].expand(-1, -1, OUTPUTS))
        points = self.said[:, self.sayings :].gather(1, turn)
        losses = torch.nn.functional.binary_cross_entropy_with_logits
        place = losses(out[..., PLACE], wanted[..., PLACE])
        margin = losses(out[..., MARGIN_SHARE], wanted[..., MARGIN_SHARE])
        score = torch.nn.functional.huber_loss(out[..., POINTS], (wanted[..., POINTS] - points) / (4.0 * self.margin))
        self.adam.zero_grad(set_to_none=True)
        (place + margin + 0.2 * score).backward()
        self.adam.step()
        return place.detach()

    # To go on later

    def memory(self) -> dict[str, Any]:
        """Return everything that another learner needs to go on from here."""
        arrays = {f"weights_{name}": array for name, array in self.network()._asdict().items()}
        for number, tensor in enumerate(self.weights[1:]):
            moments = self.adam.state.get(tensor, {})
            for name in ("exp_avg", "exp_avg_sq", "step"):
                if name in moments:
                    arrays[f"{name}_{number}"] = moments[name].cpu().numpy()
        return {**arrays, "counts": np.array([self.number])}

    def recall(self, memory: dict[str, Any]) -> None:
        torch = self.torch
        with torch.no_grad():
            for name, tensor in zip(Network._fields, self.weights, strict=True):
                tensor.copy_(torch.from_numpy(memory[f"weights_{name}"]))
        for number, tensor in enumerate(self.weights[1:]):
            names = [name for name in ("exp_avg", "exp_avg_sq", "step") if f"{name}_{number}" in memory]
            self.adam.state[tensor] = {
                name: torch.from_numpy(np.asarray(memory[f"{name}_{number}"])).to("cuda") for name in names
            }
        self.number = int(memory["counts"][0])
