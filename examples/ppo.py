"""Masked PPO in one file: a network learns a game from nothing, by playing itself.

    pip install 'ludotheque[learn]'
    python examples/ppo.py --curve curve.svg
    python examples/ppo.py --device cuda --envs 8192

One network plays every seat: it is given what the seat to act sees, and is rewarded as that seat
is. From time to time it plays against random players, and a line tells how often it wins.
"""

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from ludotheque.bots.rating import Interval, score_interval
from ludotheque.envs import make_batch

STEPS = 32  # decisions of each game between two updates
EPOCHS, MINIBATCHES = 1, 8  # games are cheap, so none is used twice
CHANNELS, WIDTH = 32, 64
LEARNING_RATE = 4e-3  # at the start; it falls to a tenth
CLIP, LAMBDA = 0.2, 0.8  # no discount: games are short, and only their end is rewarded
ENTROPY, VALUE = 0.01, 0.5  # their weight in the loss
ILLEGAL = -1e9  # the logit of an illegal action
ROUNDS = 12  # evaluations after the first one


class Network(nn.Module):
    """From what a seat sees to logits of its actions and the reward that it expects.

    Most features of an encoding have an entry for each place: a circle, a cell, a tile. All places
    share their first two layers, which see the place and everything that belongs to none, such as
    the seat's own colour. What is learned about one place then holds for all of them.
    """

    def __init__(self, batch: Any) -> None:
        super().__init__()
        features, self.parts = batch.encoding.features, batch.encoding.parts
        entries = Counter[int]()
        for feature in features:
            entries[feature.shape[-1] if feature.shape else 1] += feature.size
        self.places = max(entries, key=lambda places: entries[places])
        self.at_places = [one.name for one in features if one.shape and one.shape[-1] == self.places]
        size, depth = batch.encoding.size, entries[self.places] // self.places
        self.scale: Tensor
        self.register_buffer("scale", 1 / torch.as_tensor(batch.encoding.bounds()[1]))
        self.place, self.rest = nn.Conv1d(depth, CHANNELS, 1), nn.Linear(size - depth * self.places, CHANNELS)
        self.again = nn.Conv1d(CHANNELS, CHANNELS, 1)
        self.whole = nn.Linear(CHANNELS * self.places, WIDTH)
        heads = CHANNELS * self.places + WIDTH
        self.actor, self.critic = nn.Linear(heads, batch.game.actions.count), nn.Linear(heads, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)  # all actions are equally likely at first

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        rows, parts = len(observation), self.parts(observation * self.scale)
        places = torch.cat([parts.pop(name).reshape(rows, -1, self.places) for name in self.at_places], 1)
        rest = torch.cat([part.reshape(rows, -1) for part in parts.values()], 1)
        hidden = (self.place(places) + self.rest(rest)[:, :, None]).relu()
        hidden = self.again(hidden).relu().flatten(1)
        hidden = torch.cat([hidden, self.whole(hidden).relu()], 1)
        return self.actor(hidden).masked_fill(~mask, ILLEGAL), self.critic(hidden).squeeze(-1)


def shared(batch: Any, device: str) -> dict[str, Tensor]:
    """Return the arrays of a batch as tensors that lie in the same memory."""
    return {
        name: torch.as_tensor(getattr(batch, name), device=device)
        for name in ("observation", "mask", "seat", "reward", "gain", "done")
    }


def rollout(network: Network, batch: Any, now: dict[str, Tensor]) -> dict[str, Tensor]:
    """Play some steps of every game; return what was seen, done and won, `[step, game]`."""
    kept: dict[str, list[Tensor]] = {}
    with torch.no_grad():
        for _ in range(STEPS):
            logits, value = network(now["observation"], now["mask"])
            choice: Any = Categorical(logits=logits, validate_args=False)
            action = choice.sample()
            before = {name: now[name].clone() for name in ("observation", "mask", "seat")}
            batch.step(action.int())
            after = {name: now[name].clone() for name in ("reward", "done")}
            more = {"action": action, "chance": choice.log_prob(action), "value": value}
            for name, tensor in (before | after | more).items():
                kept.setdefault(name, []).append(tensor)
        played = {name: torch.stack(tensors) for name, tensors in kept.items()}
        played["advantage"] = advantages(played, network(now["observation"], now["mask"])[1], now["seat"])
    played["target"] = played["advantage"] + played["value"]
    return played


def advantages(played: dict[str, Tensor], value: Tensor, seat: Tensor) -> Tensor:
    """Return how much better each decision turned out than expected, by GAE.

    The next state of a decision is the same seat's next decision: others act in between.
    """
    games, seats = played["reward"].shape[1:]
    rows = torch.arange(games, device=value.device)
    # the rewards of all seats add up to 0: what one expects, the others lose in equal parts
    expected = (-value / (seats - 1)).unsqueeze(1).repeat(1, seats)
    expected[rows, seat.long()] = value
    ahead, won = torch.zeros_like(expected), torch.zeros_like(expected)
    found = torch.empty_like(played["value"])
    for step in reversed(range(len(found))):
        goes_on = (~played["done"][step]).float().unsqueeze(1)
        expected, ahead, won = expected * goes_on, ahead * goes_on, won * goes_on + played["reward"][step]
        at = rows, played["seat"][step].long()
        found[step] = won[at] + expected[at] - played["value"][step] + LAMBDA * ahead[at]
        expected[at], ahead[at], won[at] = played["value"][step], found[step], 0.0
    return found


def update(network: Network, optimizer: torch.optim.Optimizer, played: dict[str, Tensor]) -> None:
    """Learn from what was played."""
    flat = {name: tensor.flatten(0, 1) for name, tensor in played.items()}
    count = len(flat["action"])
    for _ in range(EPOCHS):
        for chosen in torch.randperm(count, device=flat["action"].device).chunk(MINIBATCHES):
            part = {name: tensor[chosen] for name, tensor in flat.items()}
            logits, value = network(part["observation"], part["mask"])
            choice: Any = Categorical(logits=logits, validate_args=False)
            ratio = (choice.log_prob(part["action"]) - part["chance"]).exp()
            gain = (part["advantage"] - part["advantage"].mean()) / (part["advantage"].std() + 1e-8)
            policy = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = VALUE * (value - part["target"]).square().mean() - policy - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def against_random(network: Network, wish: argparse.Namespace, seed: int) -> Interval:
    """Play whole games against random players from every seat; return the share won."""
    results = []
    for seat in range(wish.seats):
        count = -(-wish.games // wish.seats)
        batch = make_batch(wish.game, count, wish.device, seats=wish.seats, seed=seed, own=seat, autoreset="off")
        now, result = shared(batch, wish.device), torch.zeros(count, device=wish.device)
        with torch.no_grad():
            while not now["done"].all():
                batch.step(network(now["observation"], now["mask"])[0].argmax(dim=1).int())
                result += now["gain"]  # 1 for the winner, −1 for the last
        results += ((1 + result) / 2).tolist()
    return score_interval(results)


def curve(points: list[tuple[int, Interval]], wish: argparse.Namespace) -> str:
    """Draw the share won over the decisions learned from, with its 95 % interval, as SVG."""
    last = max(1, points[-1][0])

    def at(decisions: int, share: float) -> str:
        return f"{60 + 520 * decisions / last:.1f},{20 + 240 * (1 - share):.1f}"

    band = [at(x, y.low) for x, y in points] + [at(x, y.high) for x, y in reversed(points)]
    line = [at(x, y.value) for x, y in points]
    title = f"{wish.game}, {wish.seats} seats: share won against random play, by millions of decisions"
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 320" font-family="sans-serif" font-size="13">',
            f'<title>{title}</title><rect width="600" height="320" fill="#fff"/>',
            *(
                f'<path d="M60 {20 + 24 * k}h520" stroke="#ddd"/>'
                f'<text x="52" y="{25 + 24 * k}" text-anchor="end">{100 - 10 * k} %</text>'
                for k in range(0, 11, 2)
            ),
            *(f'<text x="{60 + 104 * k}" y="280" text-anchor="middle">{last * k / 5e6:.2g}</text>' for k in range(6)),
            f'<text x="320" y="306" text-anchor="middle">{title}</text>',
            f'<polygon points="{" ".join(band)}" fill="#2a6f97" opacity=".25"/>',
            f'<polyline points="{" ".join(line)}" fill="none" stroke="#2a6f97" stroke-width="2"/></svg>\n',
        ]
    )


def main() -> None:
    asked = argparse.ArgumentParser(description="Learn a game by playing oneself.")
    asked.add_argument("--game", default="sarena")
    asked.add_argument("--seats", type=int, default=2)
    asked.add_argument("--minutes", type=float, default=10.0, help="of training, evaluations included")
    asked.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    asked.add_argument("--threads", type=int, default=1, help="of the CPU; two help only where nothing else runs")
    asked.add_argument("--envs", type=int, default=512, help="games that are played at once")
    asked.add_argument("--games", type=int, default=1000, help="of each evaluation")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--curve", type=Path, help="write the learning curve to this SVG")
    wish = asked.parse_args()

    torch.manual_seed(wish.seed)
    torch.set_num_threads(wish.threads)
    batch = make_batch(wish.game, wish.envs, wish.device, seats=wish.seats, seed=wish.seed, threads=wish.threads)
    now, network = shared(batch, wish.device), Network(batch).to(wish.device)
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    began, worked, decisions = time.perf_counter(), time.process_time(), 0
    points: list[tuple[int, Interval]] = []
    while True:
        minute = (time.perf_counter() - began) / 60
        if minute >= wish.minutes * len(points) / ROUNDS:
            points.append((decisions, against_random(network, wish, seed=wish.seed + 1 + len(points))))
            share, low, high = points[-1][1]
            work = (time.process_time() - worked) / 60
            print(
                f"{minute:5.1f} min ({work:.1f} of the CPU), {decisions:,} decisions: "
                f"won {share:.1%} ({low:.1%} to {high:.1%})",
                flush=True,
            )
            if wish.curve:
                wish.curve.write_text(curve(points, wish))
        if minute >= wish.minutes:
            break
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - 0.9 * minute / wish.minutes)
        update(network, optimizer, rollout(network, batch, now))
        decisions += STEPS * wish.envs


if __name__ == "__main__":
    main()
