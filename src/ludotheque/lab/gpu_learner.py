"""Learning on a GPU: self-play in a kernel, fitting by PyTorch, and no copy between the two."""

from collections.abc import Mapping
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.network import MARGIN_SHARE, OUTPUTS, PLACE, POINTS, SAID, WORD, Network
from ludotheque.core.chance import key_words, seed_key
from ludotheque.core.constants import MAX_OPTIONS
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.gpu import driver, is_simulated, tuned
from ludotheque.core.layout import array_of, layout
from ludotheque.core.options import encode
from ludotheque.core.template import instantiate
from ludotheque.lab.learner import play_names, selfplay

KERNEL = Path(__file__).parent / "selfcard.py"
BLOCK = 64  # threads
THREADS = 16_896  # two blocks for each multiprocessor of an H200
MEMORY_GB = 8.0  # for the states of a round
BATCH = 16_384  # decisions in one step of the fit
RATES = 4e-3, 2e-4  # how far a step moves the weights, at the beginning and at the end

ORDER = layout(  # what all threads of a launch play
    ("first", np.int64),
    ("seats", np.int64),
    ("options", np.int64, (MAX_OPTIONS,)),
    ("root", np.uint32, (8,)),
)


@cache
def kernels(game: Game, hidden: int, second: int) -> Any:
    """Return the kernels of a game: one that plays, one that shows decisions to the network."""
    assert game.encode is not None
    module = instantiate(
        game,
        KERNEL,
        BLANK=np.frombuffer(game.blank.tobytes(), np.int64).copy(),
        HIDES=game.hides,
        ENCODED=game.encode.ENCODING.size,
        MOST_SEATS=game.seats[-1],
        HIDDEN=hidden,
        SECOND=second,
    )
    own = selfplay(game)
    module.__dict__.update(play_names(game), look_back=own.look_back, play_one=own.play_one)
    return driver().jit(module.play), driver().jit(module.show)


class GpuLearner:
    """A network that lies on a GPU, plays itself there and learns there."""

    def __init__(
        self,
        game: Game,
        network: Network,
        options: Mapping[str, Any],
        seed: int,
        threads: int = THREADS,
        memory_gb: float = MEMORY_GB,
    ) -> None:
        try:
            import torch
        except ImportError as error:
            raise LudothequeError("learning on a GPU needs PyTorch, an extra: ludotheque[learn]") from error
        torch.backends.cuda.matmul.allow_tf32 = True
        self.torch, self.cuda, self.game = torch, driver(), game
        room = int(memory_gb * 1e9 / threads / game.state.itemsize)
        self.threads, self.room, self.number = threads, min(room, game.max_plies), 0
        self.options, self.root = encode(game.options, game.complete_options(options)), key_words(seed_key(seed))
        self.generator = torch.Generator("cuda").manual_seed(seed)
        self.weights = [torch.tensor(array, device="cuda") for array in network]
        for tensor in self.weights[1:]:
            tensor.requires_grad_()
        self.adam = torch.optim.Adam(self.weights[1:], lr=RATES[0], fused=True)
        most, self.entries = game.seats[-1], network.first.shape[0]
        words = -(-self.entries // WORD)
        self.states = self.cuda.device_array((threads, self.room), game.state)
        self.movers = self.cuda.device_array((threads, self.room), np.int8)
        self.targets = self.cuda.device_array((threads, self.room, most, OUTPUTS), np.float32)
        self.counts = self.cuda.to_device(np.zeros(threads, np.int32))
        self.blank = self.cuda.to_device(array_of(game.blank))
        self.seen = torch.zeros((BATCH, words), dtype=torch.int64, device="cuda")
        self.said = torch.zeros((BATCH, SAID * most + most), dtype=torch.float32, device="cuda")
        self.play_kernel, self.show_kernel = kernels(game, network.first.shape[1], network.second.shape[1])
        self.margin = float(knowledge(game)["MARGIN"])

    def network(self) -> Network:
        """Return a copy of the network in this machine's memory."""
        return Network(*(tensor.detach().cpu().numpy() for tensor in self.weights))

    def play(self, seats: int, heat: float, trace: float) -> int:
        """Play a round; return how many decisions it has."""
        order = np.zeros(1, ORDER)
        order[0] = (self.number, seats, self.options, self.root)
        self.number += 1 << 32
        with nullcontext() if is_simulated(self.cuda) else tuned():
            self.play_kernel[self.threads // BLOCK, BLOCK](
                *(self.cuda.as_cuda_array(tensor.detach()) for tensor in self.weights),
                self.cuda.to_device(order),
                self.blank,
                heat,
                trace,
                self.states,
                self.movers,
                self.targets,
                self.counts,
            )
        self.seats = seats
        counts = self.torch.as_tensor(self.counts, device="cuda")
        steps = self.torch.arange(self.room, device="cuda")
        self.valid = (steps[None, :] < counts[:, None]).flatten().nonzero()[:, 0]
        return len(self.valid)

    def fit(self, share: float, most: int = 1 << 62) -> float:
        """Learn from the decisions of the last round; return the mean loss of the places.

        `share` is how much of the whole training is over.
        """
        torch = self.torch
        for group in self.adam.param_groups:
            group["lr"] = RATES[0] * (RATES[1] / RATES[0]) ** share
        order = self.valid[torch.randperm(len(self.valid), device="cuda", generator=self.generator)][:most]
        total, batches = torch.zeros((), device="cuda"), len(order) // BATCH
        for batch in range(batches):
            total += self.step(order[batch * BATCH : (batch + 1) * BATCH])
        return float(total / max(1, batches))

    def step(self, chosen: Any) -> Any:
        """Move the weights once; return the loss of the places."""
        torch, seats, most = self.torch, self.seats, self.game.seats[-1]
        hides = torch.randint(0, 2, (BATCH,), device="cuda", generator=self.generator, dtype=torch.int8)
        states, movers = self.states.reshape(-1), self.movers.reshape(-1)
        with nullcontext() if is_simulated(self.cuda) else tuned():
            self.show_kernel[BATCH // BLOCK, BLOCK](
                states,
                movers,
                self.cuda.as_cuda_array(chosen),
                self.blank,
                self.cuda.as_cuda_array(hides),
                seats,
                self.cuda.as_cuda_array(self.seen),
                self.cuda.as_cuda_array(self.said),
            )
        scale, first, said, first_bias, second, second_bias, last, last_bias = self.weights
        entries = self.seen.view(torch.int8)[:, : self.entries].float() * scale
        hidden = torch.relu(entries @ first + self.said[:, : SAID * most] @ said + first_bias)
        out = (torch.relu(hidden @ second + second_bias) @ last + last_bias).reshape(BATCH, most, OUTPUTS)[:, :seats]
        seat = torch.as_tensor(movers, device="cuda")[chosen].long()
        turn = (seat[:, None] + torch.arange(seats, device="cuda")[None, :]) % seats
        targets = torch.as_tensor(self.targets, device="cuda").reshape(-1, most, OUTPUTS)[chosen]
        wanted = targets.gather(1, turn[:, :, None].expand(-1, -1, OUTPUTS))
        points = self.said[:, SAID * most :].gather(1, turn)
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
