"""`ludotheque play`: a game against bots in the terminal: a text board and numbered choices."""

import secrets
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.bots.advice import advice
from ludotheque.bots.history import history_of
from ludotheque.bots.levels import Bot, bot, check_level
from ludotheque.bots.play import bot_acts, seed_for
from ludotheque.cli.screen import GameOptions, chosen_options, compiling
from ludotheque.cli.show import sheet
from ludotheque.cli.text import language, say, say_count
from ludotheque.core import record, registry, rulebook
from ludotheque.core.chance import commitment, secret_key, seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.files import write_file
from ludotheque.core.game import State
from ludotheque.core.record import Recorder
from ludotheque.core.story import rows_of
from ludotheque.core.words import N_, NP_

HELP = N_("Type the number of a choice or its text. Also: {commands}.")
COMMANDS = "hint, undo, choices, board, rules [R3.5], help, quit"  # the same in every language


def play(
    game: Annotated[str, typer.Argument()] = "sarena",
    bots: Annotated[
        str,
        typer.Option(help="Your opponents, separated by commas: random, novice, regular, expert, master, champion."),
    ] = "novice",
    option: GameOptions = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Your seat; seat 0 begins. By default it is drawn at random.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="A seed, to replay the same shuffle; by default a secret one.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
) -> None:
    """Play a game in the terminal against bots.

    Examples: ludotheque play; ludotheque play sarena --bots novice,random --seat 0
    """
    chosen = registry.load(game)
    opponents = [bot(name.strip()) for name in bots.split(",")]
    for name in bots.split(","):
        check_level(chosen, name.strip())
    seats = len(opponents) + 1
    chosen.check_seats(seats)
    if seat is not None and seat >= seats:
        raise LudothequeError(
            "with {seats} seats, yours must be from 0 to {last}, not {seat}", seats=seats, last=seats - 1, seat=seat
        )
    seat = secrets.randbelow(seats) if seat is None else seat
    with compiling(chosen):
        recorder = Recorder(
            chosen, seats, chosen_options(chosen, option), secret_key() if seed is None else seed_key(seed)
        )
        chosen.legal(recorder.state, 0)
    Sitting(recorder, seat, opponents, out).run()


class HasLeft(Exception):  # noqa: N818 (nothing went wrong)
    """The player has left."""


class Sitting:
    """One person at the terminal, with bots at the other seats."""

    def __init__(self, recorder: Recorder, seat: int, opponents: Sequence[Bot], out: Path | None) -> None:
        self.recorder, self.game, self.seat, self.out = recorder, recorder.game, seat, out
        self.words = self.game.words(language())
        self.mine: list[int] = []  # the number of plies before each of the person's choices
        others = [other for other in range(recorder.seats) if other != seat]
        self.bots = dict(zip(others, opponents, strict=True))

    def run(self) -> None:
        print(
            say(
                "{title}. You are seat {seat} of {seats}.",
                title=self.game.title,
                seat=self.seat,
                seats=self.recorder.seats,
            ),
            say(HELP, commands=COMMANDS),
        )
        print(say("The shuffle is fixed: the SHA-256 of its seed is {digest}", digest=commitment(self.recorder.key)))
        try:
            while movers := self.game.movers(self.recorder.state):
                self.turn(movers)
            self.board()
            print(sheet(self.game, self.recorder.state, self.recorder.seats))
            print(say("Seed: {seed}", seed=self.recorder.key.hex()))
        except HasLeft:
            print(say("You have left the table."))
        finally:
            if self.out is not None:
                write_file(
                    self.out,
                    record.dumps(self.recorder.record(None if self.game.is_over(self.recorder.state) else self.seat)),
                )
                print(say("The record is in {file}", file=self.out))

    def turn(self, movers: list[int]) -> None:
        """Let a seat act: the person first if several may, the table only if nobody else can."""
        if self.seat in movers:
            self.board()
            action = self.ask()
            if action is not None:
                self.mine.append(len(self.recorder.plies))
                self.say(self.seat, action)
        else:
            mover = movers[0]
            if mover == TABLE:
                self.say(mover, self.game.legal(self.recorder.state, mover)[0])
            else:
                self.report(mover, bot_acts(self.recorder, mover, self.bots[mover]))

    def say(self, seat: int, action: int) -> None:
        self.report(seat, self.recorder.act(seat, action))

    def report(self, seat: int, story: object) -> None:
        """Print what an action did, as the person may see it."""
        view = self.game.view_of(self.recorder.state, self.seat)
        action = self.recorder.told(len(self.recorder.plies) - 1, self.seat)["action"]
        who = say("You") if seat == self.seat else say("The table") if seat == TABLE else say("Seat {seat}", seat=seat)
        said = self.game.text.describe(self.words, view, seat, 0, rows_of(story))
        print(say("{who}: {action}.", who=who, action=action), said.replace("\n", "\n    "))

    def board(self) -> None:
        print(
            "\n" + self.game.text.board(self.words, self.game.view_of(self.recorder.state, self.seat), self.seat) + "\n"
        )

    def ask(self) -> int | None:
        """Return the person's choice, a legal action; None if the last one was taken back."""
        view = self.game.view_of(self.recorder.state, self.seat)
        actions = self.game.legal(view, self.seat)
        print(self.game.text.prompt(self.words, view, self.seat))
        self.choices(actions)
        while True:
            answer = self.read()
            number = answer.removeprefix("#")
            if number.isdecimal() and 1 <= int(number) <= len(actions):
                if number != answer or not self.is_unclear(answer, actions):
                    return actions[int(number) - 1]
            elif answer == "choices":
                self.choices(actions)
            elif answer == "board":
                self.board()
            elif answer == "hint":
                self.hint(view)
            elif answer == "undo":
                if self.take_back():
                    return None
            elif answer.split()[0] == "rules":
                self.rules(answer)
            elif answer == "help":
                print(say(HELP, commands=COMMANDS))
            else:
                action = self.parse(answer, actions)
                if action is not None:
                    return action

    def is_unclear(self, number: str, actions: list[int]) -> bool:
        """Say whether a number is also the text of another choice; if so, ask which is meant."""
        texts = [self.game.notation.text(self.recorder.state, self.seat, action) for action in actions]
        if number not in texts or texts.index(number) == int(number) - 1:
            return False
        print(
            say(
                "{number} is the number of one choice and the text of another: type #{number} for {one}, or #{other}.",
                number=number,
                one=texts[int(number) - 1],
                other=texts.index(number) + 1,
            )
        )
        return True

    def hint(self, view: State) -> None:
        """Print what a bot would do here."""
        seed = seed_for(self.recorder.key, len(self.recorder.plies))
        print(
            "\n".join(
                one.sentence
                for one in advice(
                    self.game, view, self.seat, seed, language=language(), history=history_of(self.recorder, self.seat)
                )
            )
        )

    def take_back(self) -> bool:
        """Go back to the person's last choice, before the bots' actions that followed it.

        Chance gives the same outcomes again.
        """
        if not self.mine:
            print(say("There is nothing to take back yet."))
            return False
        plies = self.recorder.plies[: self.mine.pop()]
        self.recorder = Recorder(self.game, self.recorder.seats, self.recorder.options, self.recorder.key)
        for ply in plies:
            self.recorder.act(ply.seat, ply.action)
        print(say("Taken back."))
        return True

    def read(self) -> str:
        while True:
            try:
                answer = input("> ").strip()
            except EOFError:
                raise HasLeft from None
            if answer in ("quit", "q", "exit"):
                raise HasLeft
            if answer:
                return answer

    def parse(self, text: str, actions: list[int]) -> int | None:
        """Return the action that a text means; if there is none, print why and return None."""
        parsed = self.game.notation.parse(self.recorder.state, self.seat, text)
        if text.removeprefix("#").isdecimal() and (parsed.refusal or parsed.action not in actions):
            print(
                say_count(
                    NP_(
                        "There is {number} choice: type 1.",
                        "There are {number} choices: type a number from 1 to {number}.",
                    ),
                    len(actions),
                )
            )
            return None
        refusal = parsed.refusal or self.game.refusal(self.recorder.state, self.seat, parsed.action)
        if refusal:
            print(self.game.reason(refusal, self.words))
            return None
        return parsed.action

    def rules(self, answer: str) -> None:
        number = answer.removeprefix("rules").strip()
        try:
            print(
                rulebook.sentence(self.game, number, language())
                if number
                else rulebook.path(self.game, language()).read_text(encoding="utf-8")
            )
        except LudothequeError:
            print(say("There is no rule {number}.", number=number))

    def choices(self, actions: list[int]) -> None:
        """Print the legal actions, numbered, in as many columns as fit."""
        texts = [
            f"{number:>3} {self.game.notation.text(self.recorder.state, self.seat, action)}"
            for number, action in enumerate(actions, 1)
        ]
        width = max(map(len, texts)) + 2
        columns = max(1, min(shutil.get_terminal_size().columns, 120) // width)
        for start in range(0, len(texts), columns):
            print("".join(text.ljust(width) for text in texts[start : start + columns]).rstrip())
        sys.stdout.flush()
