"""`ludotheque simulate`, `perft` and `bench`: the laboratory at the command line."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludotheque.cli.screen import (
    GameOptions,
    Ray,
    Seats,
    Seed,
    Tables,
    Threads,
    chosen_options,
    chosen_seats,
    columns,
    compiling,
    progress,
)
from ludotheque.cli.text import STOPPED, figure, say, say_count
from ludotheque.core import record, registry
from ludotheque.core.chance import seed_key
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.words import N_, NP_

if TYPE_CHECKING:
    from ludotheque.lab.against import Change
    from ludotheque.lab.simulate import Simulation


def simulate(
    game: str,
    games: Annotated[int, typer.Option(min=1, help="The number of games.")] = 100_000,
    seats: Seats = None,
    option: GameOptions = None,
    threads: Threads = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    ray: Ray = None,
    table: Tables = None,
    seed: Seed = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many random games and print the statistics.

    Examples: ludotheque simulate sarena --games 1000000 --seats 4 --threads 2; ludotheque simulate
    sarena --games 1000 --table games.csv --table plies.csv
    """
    from ludotheque.lab.simulate import Interrupted
    from ludotheque.lab.simulate import simulate as run
    from ludotheque.lab.spread import hired

    chosen = registry.load(game)
    seats, options = chosen_seats(chosen, seats), chosen_options(chosen, option)
    if device not in ("cpu", "cuda"):
        raise LudothequeError("device must be cpu or cuda, not {device}", device=repr(device))
    with compiling(chosen):
        run(chosen, seats, options, 1, seed)
    stopped = False
    try:
        with hired(ray, threads) as crew, progress(say("Games"), games, crew) as done:
            result = run(chosen, seats, options, games, seed, threads, device, done, crew, table or ())
    except Interrupted as interrupted:
        result, stopped = interrupted.simulation, True
    print(json.dumps(result.to_json()) if as_json else simulation_table(result))
    if stopped:
        print(say_count(STOPPED, games, done=figure(result.games), games=figure(games)))
        raise typer.Exit(130)


def perft(
    game: str,
    seats: Seats = None,
    seed: Seed = 1,
    depth: Annotated[int, typer.Option(min=0, help="How many plies to look ahead.")] = 3,
    option: GameOptions = None,
    record_file: Annotated[
        Path | None, typer.Option("--record", help="Start from a position of this record instead of a new deal.")
    ] = None,
    after: Annotated[int, typer.Option(min=0, help="Start after this many plies of the record.")] = 0,
    positions: Annotated[bool, typer.Option("--positions", help="Count distinct positions too.")] = False,
) -> None:
    """Count the possible action sequences, and optionally the distinct positions they lead to.

    Examples: ludotheque perft sarena --seats 2 --seed 1 --depth 3; ludotheque perft sarena --record
    game.json --after 12 --depth 3 --positions
    """
    from ludotheque.lab import perft as count

    chosen = registry.load(game)
    with compiling(chosen):
        if record_file is not None:
            state = position_after(chosen, record_file, after)
        else:
            state = chosen.new(chosen_seats(chosen, seats), chosen_options(chosen, option), seed_key(seed))
        for length in range(1, depth + 1):
            with progress(say("Length {length}", length=length), 1) as done:
                found = [count.sequences(chosen, state, length, done)]
                if positions:
                    found.append(len(count.positions(chosen, state, length, done)))
            print(length, *found, flush=True)


def position_after(game: Game, file: Path, after: int) -> State:
    """Return the state after some plies of a record."""
    data = record.load_file(file)
    if data.get("game") != game.id:
        raise LudothequeError(
            "{file} is a record of {other}, not of {game}", file=file, other=repr(data.get("game")), game=repr(game.id)
        )
    follower = record.Follower(data)
    if after > len(data["plies"]):
        raise LudothequeError(
            "{file} has only {plies} plies, not {after}", file=file, plies=len(data["plies"]), after=after
        )
    for step in follower.steps():
        if step.number == after:
            return step.before
    return follower.state


def bench(
    games: Annotated[list[str] | None, typer.Option(help="Measure only this game; may be repeated.")] = None,
    out: Annotated[Path, typer.Option(help="The directory to write the figures to, as JSON.")] = Path(
        "benchmarks/results"
    ),
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure briefly: enough to see that it works, not to quote.")
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(help="Compare with these results; exit with 1 if a ratio to OpenSpiel fell by more than 15 %."),
    ] = None,
) -> None:
    """Measure the speed of every game, and of OpenSpiel's if it is installed.

    Examples: ludotheque bench --games sarena;
    ludotheque bench --against benchmarks/results/2026-11-15-cpu.json
    """
    from ludotheque.lab import against as comparison
    from ludotheque.lab import bench as measure

    before = comparison.read(against) if against else {}
    chosen = [registry.load(name) for name in games or registry.names()]
    sizes = measure.QUICK if quick else measure.FULL
    with progress(say("Measuring"), 1) as done:
        results = measure.bench(chosen, progress=lambda _, place, total: done(place, total), sizes=sizes)
    print(bench_table(results))
    print("\n" + say("written to {file}", file=measure.write(results, out)))
    if against:
        changes = comparison.changes(before, comparison.ratios(results))
        print("\n" + changes_table(changes))
        if not changes or any(change.has_fallen for change in changes):
            raise typer.Exit(1)


SIMULATED = NP_(
    "{game}, {seats} seats{options}: {games} random game", "{game}, {seats} seats{options}: {games} random games"
)


def simulation_table(result: "Simulation") -> str:
    """Return the results of a simulation as a table, seat by seat."""
    options = "".join(f", {name} {value}" for name, value in result.options.items())
    length = result.plies_per_game
    rows = [[say("seat"), say("wins"), say("score"), say("std"), say("min"), "25 %", say("median"), "75 %", say("max")]]
    for seat, (wins, score) in enumerate(zip(result.wins, result.scores, strict=True)):
        numbers = [score.min, score.q25, score.median, score.q75, score.max]
        rows.append(
            [
                str(seat),
                figure(wins / result.games, ".2%"),
                figure(score.mean, ".3f"),
                figure(score.std, ".3f"),
                *(figure(number, "g") for number in numbers),
            ]
        )
    return "\n".join(
        [
            say_count(
                SIMULATED,
                result.games,
                game=result.game,
                seats=result.seats,
                options=options,
                games=figure(result.games),
            ),
            columns(rows),
            say(
                "shared first places: {share} (each counts as a win for every seat that shares it)",
                share=figure(result.ties / result.games, ".2%"),
            ),
            say(
                "plies per game: {mean} on average, from {least} to {most}",
                mean=figure(length.mean, ".2f"),
                least=length.min,
                most=length.max,
            ),
            say(
                "{plies} plies in {seconds} s: {speed} plies per second",
                plies=figure(result.plies),
                seconds=figure(result.seconds, ".2f"),
                speed=figure(result.plies_per_second, ",.0f"),
            ),
        ]
    )


GOALS = {True: N_("goal {figure}: met"), False: N_("goal {figure}: MISSED"), None: N_("goal {figure}: not measured")}


def bench_table(results: dict[str, Any]) -> str:
    """Return our games and OpenSpiel's in one table, then the goals."""
    rows = [
        [
            say("game"),
            say("seats"),
            say("million moves/s"),
            say("threads"),
            say("state"),
            say("copy"),
            say("view"),
            say("searches/s"),
        ]
    ]
    for row in results["games"]:
        threads = say("{threads}: {ratio} ×", threads=row["threads"], ratio=figure(row["threads_ratio"], ".2f"))
        rows.append(
            [
                row["game"],
                str(row["seats"]),
                figure(row["moves_per_second"] / 1e6, ".2f"),
                threads,
                f"{row['state_bytes']} B",
                figure(row["copy_ns"], ".1f") + " ns",
                figure(row["view_us"], ".1f") + " µs",
                figure(row["searches_per_second"], ",.0f"),
            ]
        )
    rows += [
        [row["game"], "", figure(row["moves_per_second"] / 1e6, ".2f"), "", "", "", "", ""]
        for row in results["openspiel"]
    ]
    lines = [columns(rows)]
    for row in results["games"]:
        lines += [
            "",
            *(
                say(
                    "{game} runs at {ratio} times the speed of OpenSpiel's {other}",
                    game=row["game"],
                    ratio=figure(ratio, ".1f"),
                    other=name,
                )
                for name, ratio in row["times"].items()
            ),
        ]
        if row.get("start"):
            cold, warm = (figure(row["start"][f"{how}_seconds"], ".1f") for how in ("cold", "warm"))
            lines.append(
                say("{game}: `perft --depth 1` in {cold} s cold, {warm} s warm", game=row["game"], cold=cold, warm=warm)
            )
        for goal in row["goals"]:
            met = goal["met"]
            lines.append(say(GOALS[met], figure=f"{goal['figure']} {goal['goal']}"))
    return "\n".join(lines)


FALLEN = NP_("{number} ratio has fallen by more than 15 %", "{number} ratios have fallen by more than 15 %")


def changes_table(changes: Sequence["Change"]) -> str:
    """Write ratios to OpenSpiel beside those of an earlier run, and how many have fallen."""
    rows = [[say("game"), say("OpenSpiel’s game"), say("before"), say("now"), say("change")]]
    for change in changes:
        numbers = [figure(change.before, ".1f"), figure(change.now, ".1f"), figure(change.share, "+.0%")]
        rows.append([change.game, change.other, *numbers])
    fallen = sum(change.has_fallen for change in changes)
    if not changes:
        return say("Nothing was measured that the file has too.")
    return "\n".join(
        [columns(rows), "", say_count(FALLEN, fallen) if fallen else say("No ratio has fallen by more than 15 %.")]
    )
