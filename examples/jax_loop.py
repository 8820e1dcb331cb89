"""A policy gradient in JAX: REINFORCE on a batch of games, from nothing, by playing oneself.

    pip install 'ludotheque[jax]'
    python examples/jax_loop.py --rounds 200
    python examples/jax_loop.py --device cuda --envs 4096

The arrays of the batch come in without a copy: through DLPack on a CPU, on a GPU through
`__cuda_array_interface__`. JAX takes an array as constant while the batch fills it again at every
step, so what is to be kept is copied, and a step waits for the choice before it.
"""

import argparse
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from ludotheque.envs import make_batch

STEPS = 64  # decisions of each game between two updates
WIDTH = 128
LEARNING_RATE = 0.02
MOMENTUM = 0.9
ILLEGAL = -1e9  # the logit of an illegal action


def shared(array: Any, device: str) -> Any:
    """Return an array of the batch as JAX sees it: the same memory."""
    return jnp.from_dlpack(array) if device == "cpu" else jnp.asarray(array)


def new_network(key: Any, entries: int, actions: int) -> list[Any]:
    sizes = [(entries, WIDTH), (WIDTH, actions)]
    return [jax.random.normal(k, size) / size[0] ** 0.5 for k, size in zip(jax.random.split(key), sizes, strict=True)]


def logits(network: list[Any], observation: Any, mask: Any) -> Any:
    hidden = jax.nn.relu(observation.astype(jnp.float32) @ network[0])
    return jnp.where(mask, hidden @ network[1], ILLEGAL)


@jax.jit
def choose(network: list[Any], observation: Any, mask: Any, key: Any) -> Any:
    return jax.random.categorical(key, logits(network, observation, mask))


@jax.jit
def results(seat: Any, reward: Any, done: Any) -> Any:
    """Return what each decision brought its seat in the end; 0 where the game goes on."""

    def earlier(ahead: Any, step: tuple[Any, Any, Any]) -> tuple[Any, Any]:
        seat, reward, done = step
        ahead = jnp.where(done[:, None], reward, ahead)
        return ahead, jnp.take_along_axis(ahead, seat[:, None].astype(jnp.int32), 1)[:, 0]

    return jax.lax.scan(earlier, jnp.zeros_like(reward[0]), (seat, reward, done), reverse=True)[1]


@partial(jax.jit, donate_argnums=(0, 1))
def learn(network: list[Any], speed: list[Any], played: dict[str, Any], result: Any) -> tuple[list[Any], list[Any]]:
    """Make what won more likely and what lost less."""

    def loss(network: list[Any]) -> Any:
        chances = jax.nn.log_softmax(logits(network, played["observation"], played["mask"]))
        chosen = jnp.take_along_axis(chances, played["action"][..., None], -1)[..., 0]
        return -(chosen * result).mean()

    slopes = jax.grad(loss)(network)
    speed = [MOMENTUM * v - LEARNING_RATE * slope for v, slope in zip(speed, slopes, strict=True)]
    return [w + v for w, v in zip(network, speed, strict=True)], speed


def main() -> None:
    asked = argparse.ArgumentParser(description="A policy gradient in JAX.")
    asked.add_argument("--game", default="sarena")
    asked.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    asked.add_argument("--envs", type=int, default=256, help="games that are played at once")
    asked.add_argument("--rounds", type=int, default=200, help="of playing and learning")
    asked.add_argument("--seed", type=int, default=1)
    wish = asked.parse_args()

    jax.config.update("jax_platforms", wish.device)  # else JAX takes a GPU if there is one
    batch = make_batch(wish.game, wish.envs, wish.device, seed=wish.seed)
    key, first = jax.random.split(jax.random.key(wish.seed))
    network = new_network(first, batch.encoding.size, batch.game.actions.count)
    speed = [jnp.zeros_like(weights) for weights in network]
    for round_ in range(1, wish.rounds + 1):
        kept: dict[str, list[Any]] = {}
        for _ in range(STEPS):
            seen = {name: shared(getattr(batch, name), wish.device) for name in ("observation", "mask", "seat")}
            key, now = jax.random.split(key)
            action = choose(network, seen["observation"], seen["mask"], now)
            before = {name: array.copy() for name, array in seen.items()} | {"action": action}
            for array in before.values():
                array.block_until_ready()
            batch.step(action)
            if wish.device == "cuda":
                batch.cuda.synchronize()  # JAX has its own streams, which do not wait for a step
            after = {name: shared(getattr(batch, name), wish.device).copy() for name in ("reward", "done")}
            for name, array in (before | after).items():
                kept.setdefault(name, []).append(array.block_until_ready())
        played = {name: jnp.stack(arrays) for name, arrays in kept.items()}
        result = results(played["seat"], played["reward"], played["done"])
        network, speed = learn(network, speed, played, result)
        print(f"round {round_}: {int(played['done'].sum())} games", flush=True)


if __name__ == "__main__":
    main()
