"""`ludotheque simulate`, `perft` and `bench`: the laboratory at the command line."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.screen import GameOptions, Seats, Seed, chosen_options, chosen_seats, compiling, progress
from ludotheque.core import record, registry
from ludotheque.core.chance import seed_key
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State


def simulate(
    game: str,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100_000,
    seats: Seats = None,
    option: GameOptions = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads on the CPU; the result does not depend on it.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    seed: Seed = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many random games and say what came out.

    Example: ludotheque simulate sarena --games 1000000 --seats 4 --threads 2
    """
    from ludotheque.lab.simulate import Interrupted
    from ludotheque.lab.simulate import simulate as run

    chosen = registry.load(game)
    seats, options = chosen_seats(chosen, seats), chosen_options(chosen, option)
    if device not in ("cpu", "cuda"):
        raise LudothequeError(f"device is cpu or cuda, not {device!r}")
    with compiling(chosen):
        run(chosen, seats, options, 1, seed)
    stopped = False
    try:
        with progress("Games", games) as done:
            result = run(chosen, seats, options, games, seed, threads=threads, device=device, progress=done)
    except Interrupted as interrupted:
        result, stopped = interrupted.simulation, True
    print(json.dumps(result.to_json()) if as_json else result.table())
    if stopped:
        print(f"stopped after {result.games:,} of {games:,} games")
        raise typer.Exit(130)


def perft(
    game: str,
    seats: Seats = None,
    seed: Seed = 1,
    depth: Annotated[int, typer.Option(min=0, help="Plies to look ahead.")] = 3,
    option: GameOptions = None,
    record_file: Annotated[Path | None, typer.Option("--record", help="Start from a record instead of a deal.")] = None,
    after: Annotated[int, typer.Option(min=0, help="… from the position after so many of its plies.")] = 0,
    positions: Annotated[bool, typer.Option("--positions", help="Count different positions too.")] = False,
) -> None:
    """Count the action sequences, and the different positions, that lie ahead.

    Examples: ludotheque perft sarena --seats 2 --seed 1 --depth 3;
    ludotheque perft sarena --record game.json --after 12 --depth 3 --positions
    """
    from ludotheque.lab import perft as count

    chosen = registry.load(game)
    with compiling(chosen):
        if record_file is not None:
            state = position_after(chosen, record_file, after)
        else:
            state = chosen.new(chosen_seats(chosen, seats), chosen_options(chosen, option), seed_key(seed))
        for length in range(1, depth + 1):
            line = f"{length} {count.sequences(chosen, state, length)}"
            print(f"{line} {len(count.positions(chosen, state, length))}" if positions else line, flush=True)


def position_after(game: Game, file: Path, after: int) -> State:
    """The state after some plies of a record."""
    data = record.load_file(file)
    if data.get("game") != game.id:
        raise LudothequeError(f"{file}: is a record of {data.get('game')!r}, not of {game.id!r}")
    follower = record.Follower(data)
    if after > len(data["plies"]):
        raise LudothequeError(f"{file}: has {len(data['plies'])} plies, not {after}")
    for step in follower.steps():
        if step.number == after:
            return step.before
    return follower.state


def bench(
    games: Annotated[list[str] | None, typer.Option(help="Only these games; as often as wanted.")] = None,
    out: Annotated[Path, typer.Option(help="The directory for the figures as JSON.")] = Path("benchmarks/results"),
    quick: Annotated[bool, typer.Option("--quick", help="Small sizes: to see that it works, not to quote.")] = False,
) -> None:
    """Measure the speed of every game, side by side with OpenSpiel where it is installed.

    Example: ludotheque bench --games sarena
    """
    from ludotheque.lab.bench import bench as measure
    from ludotheque.lab.bench import table, write

    chosen = [registry.load(name) for name in games or registry.names()]
    results = measure(chosen, quick=quick)
    print(table(results))
    print(f"written to {write(results, out)}")
