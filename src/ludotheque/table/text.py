"""What a table says to people, apart from its game."""

from functools import cache
from pathlib import Path

from ludotheque.core.words import N_, Words

FOLDER = Path(__file__).parent


@cache
def words_in(language: str) -> Words:
    return Words(language, FOLDER)


# Why something was not done, by its code
REFUSALS = {
    "seat/not_yours": N_("That is not your seat."),
    "seat/curtain": N_("Lift the curtain first."),
    "seat/taken": N_("Somebody sits there already."),
    "seat/left": N_("A bot plays this seat to the end."),
    "game/waiting": N_("The game has not begun: a chair is still empty."),
    "game/over": N_("The game is over."),
    "action/stale": N_("Something happened in the meantime. Look again, and choose anew."),
    "action/unknown": N_("There is no such action in this game."),
    "action/none": N_("At least one action must be named, and not more than {most}."),
    "action/reveals": N_("After an action that shows something new one has to look before going on."),
    "draft/off": N_("Nothing is laid out beforehand now."),
    "draft/confirmed": N_("Nothing comes after the action that confirms what is laid out."),
    "lesson/other": N_("You could do that, but this lesson shows something else first: do what is lit."),
    "lesson/turn": N_("Nearly: it has to lie the other way. Turn it with R, the wheel, or a tap on it."),
    "hint/off": N_("Where several people play, everybody thinks for themselves: this table has no hints."),
    "hint/not_now": N_("There is nothing to advise you on now."),
    "hint/late": N_("The bot has not found an answer in time. Ask again."),
    "hint/too_many": N_("One hint after the other: wait a moment."),
    "undo/sand": N_("Nothing is taken back while the sand runs."),
    "undo/off": N_("At this table nothing is taken back."),
    "undo/nothing": N_("There is nothing of yours to take back."),
    "undo/acted": N_("Somebody else has acted since."),
    "undo/shown": N_("It cannot be taken back: chance has decided something, or something hidden was shown."),
    "chat/empty": N_("There is nothing to say."),
    "chat/too_long": N_("A message has at most {most} characters."),
}

# Lines of the log, by the event
LINES = {
    "sat": N_("{name} sits down."),
    "started": N_("The game begins."),
    "undone": N_("{name} takes back the last move."),
    "took_over": N_("A bot plays for {name}."),
    "handed_back": N_("{name} is back."),
    "resigned": N_("{name} resigns."),
    "flagged": N_("{name} has no time left."),
    "rematched": N_("They play again, at another table."),
    "ended": N_("The game is over."),
}

SAYS = N_("{name}: {text}")  # somebody who watches
SEAT = N_("Seat {number}")
BOTS = {  # by level
    "random": N_("Random bot"),
    "novice": N_("Novice bot"),
    "regular": N_("Regular bot"),
    "expert": N_("Expert bot"),
    "master": N_("Master bot"),
    "greedy": N_("Greedy bot"),
}
BOT = N_("Bot {level}")  # a program of the host's own
WAIT_FOR_PEOPLE = N_("Waiting for somebody to sit down.")
WAIT_FOR = N_("Waiting for {names}.")
PASS_SCREEN = N_("Pass the screen to {names}.")
CAN_BE_DONE = N_("This can be done.")
NOTHING_HERE = N_("Nothing can be done with that now.")
