"""`ludotheque league`: bots play each other."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ludotheque.bots.outside import PREFIX
from ludotheque.bots.own import read
from ludotheque.bots.rating import NORMAL_95, Interval, score_interval, table_ratings, two_seat_ratings
from ludotheque.cli.screen import (
    GameOptions,
    Ray,
    Seats,
    Seed,
    chosen_options,
    chosen_seats,
    columns,
    compiling,
    progress,
)
from ludotheque.cli.text import STOPPED, figure, say, say_count
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.words import NP_
from ludotheque.lab.league import League, Match, Plan, lineups, resume, won
from ludotheque.lab.spread import hired


def league(
    game: str,
    bots: Annotated[
        str,
        typer.Option(
            help="The bots, separated by commas: levels, greedy, "
            'a level with your own evaluation, "mine=path/evaluate.py" (expert) or '
            '"mine=path/evaluate.py@regular", or a program, "cmd:python my_bot.py".'
        ),
    ] = "random,novice,regular",
    games: Annotated[int, typer.Option(min=1, help="The number of games of each line-up.")] = 100,
    seats: Seats = None,
    option: GameOptions = None,
    seed: Seed = 1,
    scale: Annotated[float, typer.Option(min=0.0001, help="Multiply every level's iterations by this.")] = 1.0,
    threads: Annotated[int, typer.Option(min=1, help="How many games to play at the same time.")] = 1,
    ray: Ray = None,
    sequential: Annotated[
        bool, typer.Option("--sequential", help="Stop a line-up as soon as it is clear who is better.")
    ] = False,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="How long a program (cmd:…) may take for each decision.")
    ] = 30.0,
    out: Annotated[
        Path | None, typer.Option(help="Save every result to this file; a league that was stopped resumes from it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots play each other and rate them. Every line-up plays the same deals, and every bot
    plays from every seat.

    Examples: ludotheque league sarena --bots random,novice --games 20 --scale 0.05; ludotheque
    league sarena --bots random,novice,regular,expert --games 400 --seats 2 --threads 2 --out
    sarena.jsonl
    """
    chosen = registry.load(game)
    words = split(bots)
    evaluations = {read(word)[0]: word for word in words if "=" in word and not word.startswith(PREFIX)}
    names = [word.partition("=")[0] if word in evaluations.values() else word for word in words]
    if len(names) < 2 or len(set(names)) < len(names):
        raise LudothequeError("a league needs at least two bots with different names, not {bots}", bots=repr(bots))
    plan = Plan(
        chosen.id,
        chosen_seats(chosen, seats),
        tuple(names),
        games,
        chosen_options(chosen, option),
        seed,
        scale,
        sequential,
        seconds,
        evaluations,
    )
    found, stopped = resume(plan, chosen, out), False
    try:
        with (
            compiling(chosen),
            hired(ray, threads) as crew,
            progress(say("Games"), games * len(lineups(plan)), crew) as done,
        ):
            found.play(out, crew, done)
    except KeyboardInterrupt:
        stopped = True
    print(json.dumps(summary(found)) if as_json else table(found))
    if stopped:
        print(say_count(STOPPED, games * len(lineups(plan)), done=len(found.matches), games=games * len(lineups(plan))))
        raise typer.Exit(130)


def split(bots: str) -> list[str]:
    """Split a text at its commas; quotes keep a command together."""
    words = shlex.shlex(bots, posix=True)
    words.whitespace, words.whitespace_split, words.commenters = ",", True, ""
    return [word.strip() for word in words]


# Results


def ratings(found: League) -> dict[str, Interval]:
    names, matches = list(found.plan.bots), found.matches
    if found.plan.seats > 2:
        return table_ratings(names, [(match.bots, match.ranks) for match in matches])
    return two_seat_ratings(names, [(match.bots[0], match.bots[1], won(match, match.bots[0])) for match in matches])


def seat_wins(matches: Sequence[Match], name: str, seat: int) -> Interval:
    here = [match for match in matches if match.bots[seat] == name]
    return score_interval([1 / match.ranks.count(1) if match.ranks[seat] == 1 else 0.0 for match in here])


def summary(found: League) -> dict[str, Any]:
    """Return all figures, ready for JSON."""
    plan, rated = found.plan, ratings(found)
    rows = []
    for name in plan.bots:
        thought = [
            (match.seconds[seat], match.moves[seat])
            for match in found.matches
            for seat in range(plan.seats)
            if match.bots[seat] == name
        ]
        moves = sum(count for _, count in thought)
        by_seat = [seat_wins(found.matches, name, seat).value for seat in range(plan.seats)]
        rows.append(
            {
                "bot": name,
                "rating": rated[name],
                "wins_by_seat": by_seat,
                "seconds_per_move": sum(spent for spent, _ in thought) / max(1, moves),
            }
        )
    pairs = [
        {
            "lineup": lineup,
            "games": sum(match.lineup == lineup for match in found.matches),
            "wins": found.wins(lineup, NORMAL_95),
        }
        for lineup in lineups(plan)
    ]
    forfeits = [
        {"bot": match.bots[match.forfeit_seat], "game": match.number, "why": match.forfeit}
        for match in found.matches
        if match.forfeit_seat is not None
    ]
    return {
        "game": plan.game,
        "seats": plan.seats,
        "scale": plan.scale,
        "games": len(found.matches),
        "bots": rows,
        "lineups": pairs,
        "forfeits": forfeits,
    }


PLAYED = NP_(
    "{game}, {seats} seats, scale {scale}: {games} game", "{game}, {seats} seats, scale {scale}: {games} games"
)
AGAINST = NP_(
    "{first} against {others}: wins {wins} ({low} to {high}) of {games} game",
    "{first} against {others}: wins {wins} ({low} to {high}) of {games} games",
)


def table(found: League) -> str:
    """Return the same figures as a table to read."""
    data = summary(found)
    rows = [
        [
            say("bot"),
            say("rating"),
            "95 %",
            *(say("wins, seat {seat}", seat=seat) for seat in range(data["seats"])),
            say("per move"),
        ]
    ]
    for row in sorted(data["bots"], key=lambda row: -row["rating"].value):
        value, low, high = row["rating"]
        rows.append(
            [
                row["bot"],
                figure(value, ".0f"),
                say("{low} to {high}", low=figure(low, ".0f"), high=figure(high, ".0f")),
                *(figure(share, ".0%") for share in row["wins_by_seat"]),
                figure(row["seconds_per_move"] * 1000, ".1f") + " ms",
            ]
        )
    lines = [say_count(PLAYED, data["games"], **data | {"scale": figure(data["scale"], "g")}), columns(rows), ""]
    for pair in data["lineups"]:
        value, low, high = pair["wins"]
        first, others, shares = (
            pair["lineup"][0],
            ", ".join(pair["lineup"][1:]),
            {"wins": figure(value, ".1%"), "low": figure(low, ".1%"), "high": figure(high, ".1%")},
        )
        lines.append(say_count(AGAINST, pair["games"], first=first, others=others, games=pair["games"], **shares))
    lines += [say("{bot} lost game {game}: {why}", **row) for row in data["forfeits"]]
    return "\n".join(lines)
