"""The table's messages to people, apart from those of its game."""

from functools import cache
from pathlib import Path

from ludotheque.core.words import N_, NP_, Words

FOLDER = Path(__file__).parent


@cache
def words_in(language: str) -> Words:
    return Words(language, FOLDER)


# Refusals by code
REFUSALS = {
    "seat/not_yours": N_("That is not your seat."),
    "seat/curtain": N_("Lift the curtain first."),
    "seat/taken": N_("That seat is already taken."),
    "seat/left": N_("A bot plays this seat until the game ends."),
    "game/waiting": N_("The game has not started: a seat is still empty."),
    "game/over": N_("The game is over."),
    "game/held": N_("The game continues when everyone is ready."),
    "pawn/taken": N_("Someone else has already chosen that one."),
    "pawn/unknown": N_("This game has no piece of that name to choose."),
    "signal/not_now": N_("There is nothing to signal now."),
    "ready/not_now": N_("Nobody is waiting for you to be ready."),
    "action/stale": N_("Something has changed in the meantime. Look again, then choose."),
    "action/unknown": N_("This game has no such action."),
    "action/none": N_("Send between 1 and {most} actions."),
    "action/reveals": N_("That action reveals something new: look at it before you go on."),
    "draft/off": N_("You cannot lay anything out in advance now."),
    "draft/confirmed": N_("No action can follow the one that confirms what you laid out."),
    "lesson/other": N_("You could do that, but the lesson shows something else first: follow the highlights."),
    "lesson/turn": N_("Nearly: it has to be turned another way."),
    "puzzle/other": N_("There is something better. Look again, or ask for a hint."),
    "puzzle/solved": N_("You have solved this puzzle."),
    "hint/off": N_("This table has no hints: when several people play, everyone thinks for themselves."),
    "hint/not_now": N_("There is nothing to give you a hint about now."),
    "hint/cold": N_("This game is still being prepared. Ask for a hint in a minute."),
    "hint/late": N_("The bot did not find an answer in time. Ask again."),
    "hint/too_many": N_("One hint at a time: wait a moment."),
    "log/unknown": N_("The log has no such move."),
    "undo/sand": N_("Moves cannot be taken back while the hourglass is running."),
    "undo/off": N_("Moves cannot be taken back at this table."),
    "undo/nothing": N_("You have no move to take back."),
    "undo/acted": N_("Someone else has played since then."),
    "undo/resigned": N_("Moves cannot be taken back after someone has resigned."),
    "undo/asked": N_("You have already asked. The others have not answered yet."),
    "undo/refused": N_("The others want this move to stand."),
    "undo/not_asked": N_("Nobody is asking you to let them take a move back."),
    "undo/shown": N_("It cannot be taken back: chance decided something, or something hidden was revealed."),
    "chat/empty": N_("The message is empty."),
    "chat/too_long": N_("Messages are limited to {most} characters."),
    "chat/silenced": N_("The host has removed your messages: you can no longer write at this table."),
}

# Log lines by event
LINES = {
    "sat": N_("{name} sits down."),
    "started": N_("The game begins."),
    "undo_asked": N_("{name} asks to take back the last move."),
    "undo_allowed": N_("{name} allows it."),
    "undo_refused": N_("{name} wants the move to stand."),
    "undone": N_("{name} takes back the last move."),
    "took_over": N_("A bot plays for {name}."),
    "handed_back": N_("{name} is back."),
    "renamed": N_("{was} is now called {name}."),
    "resigned": N_("{name} resigns."),
    "rested": N_("{name} is on holiday: the clock waits."),
    "flagged": N_("{name} has no time left."),
    "rematched": N_("The rematch is at another table."),
    "ended": N_("The game is over."),
}

SAYS = N_("{name}: {text}")
SEAT = N_("Seat {number}")
BOTS = {  # by level
    "random": N_("Random bot"),
    "novice": N_("Novice bot"),
    "regular": N_("Regular bot"),
    "expert": N_("Expert bot"),
    "master": N_("Master bot"),
    "champion": N_("Champion bot"),
    "greedy": N_("Greedy bot"),
}
BOT = N_("Bot {level}")  # a program that the host provides
WAIT_FOR_PEOPLE = N_("Waiting for someone to sit down.")
WAIT_FOR = N_("Waiting for {names}.")
HAS_RESIGNED = N_("{names} resigned: the game is over.")
WAIT_FOR_ANSWER = N_("You have asked to take back your last move. Waiting for {names}.")
PASS_SCREEN = N_("Pass the screen to {names}.")
# Puzzles
FIND = N_("One choice is clearly better here than all others. Find it.")
FIND_ALL = N_("Lay out the best plan, then confirm it. It is better than all others.")
RIGHT = N_("Right!")
SOLVED = N_("This puzzle is solved.")
EXACTLY = N_("It was computed exactly: it is worth {points} points more than anything else.")
PROVED = N_(
    "A long search found nothing better in {agree} of {worlds} worlds that may hide behind what you see. On a scale"
    " from 0 (last, far behind) to 100 (first, far ahead), it is worth {margin} more than the next best: {second}."
)
NOTHING_HERE = N_("You cannot do anything with that now.")
TURN_FIRST = N_("Turn it first: it does not fit here this way round.")
TURN_MORE = NP_("Nearly: turn it once more.", "Nearly: turn it {number} more times.")
GO_ON = {  # by the kind of step that is missing
    "pick": N_("Now choose where it goes."),
    "set": N_("Now choose everything that belongs to it."),
    "button": N_("Now press one of the buttons."),
    "number": N_("Now choose how many."),
}
