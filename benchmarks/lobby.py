"""People who look at the lobby: each asks for its lists every ten seconds, as the page does.

    python benchmarks/lobby.py ADDRESS [--people 500] [--seconds 60]

`benchmarks/club.py --lobby 500` starts it beside a club evening. It ends by itself, and prints how
long its requests took and whether any was refused.
"""

import argparse
import asyncio
import random
import time
from statistics import median, quantiles

import httpx

LOBBY = "/api/lobby"
EVERY_S = 10.0  # as in lobby.js


async def look(http: httpx.AsyncClient, number: int, until: float, took: list[float], refused: list[int]) -> None:
    """Look at the lists again and again, from an address of one's own."""
    headers = {"x-forwarded-for": f"10.1.{number // 250}.{number % 250 + 1}"}
    await asyncio.sleep(random.Random(number).uniform(0, EVERY_S))
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            answer = await http.get(LOBBY, headers=headers)
        except httpx.TransportError:
            return  # the evening is over
        took.append(time.monotonic() - began)
        if answer.status_code != httpx.codes.OK:
            refused.append(answer.status_code)
        await asyncio.sleep(max(0.0, EVERY_S - (time.monotonic() - began)))


async def crowd(address: str, people: int, seconds: float) -> None:
    took, refused, until = list[float](), list[int](), time.monotonic() + seconds
    limits = httpx.Limits(max_connections=people)
    async with httpx.AsyncClient(base_url=address, timeout=30, limits=limits) as http:
        await asyncio.gather(*(look(http, number, until, took, refused) for number in range(people)))
    if len(took) > 1:
        print(
            f"lobby: {people} people, {len(took)} requests, {len(refused)} refused,"
            f" median {1000 * median(took):.0f} ms,"
            f" 99 of 100 within {1000 * quantiles(took, n=100)[-1]:.0f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Let people look at the lobby.")
    parser.add_argument("address")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    wanted = parser.parse_args()
    asyncio.run(crowd(wanted.address, wanted.people, wanted.seconds))


if __name__ == "__main__":
    main()
