"""The guides for organizers, judges and players: what to do, step by step, with a picture of each step.

`manage.py pictures` takes the pictures (tests/instruments/pictures).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from drafting.rules.format import DraftFormat
from gameplay.engine.core.errors import _

WIDE, PHONE = (720, 540), (360, 600)
"""Width and height of the pictures in CSS pixels."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a guide. ``name`` is its anchor and part of the name of its picture.

    ``text`` may name the fields of `FORMAT_FIELDS`.
    """

    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide for one role; ``size`` is that of its pictures."""

    role: str
    title: str
    introduction: str
    steps: tuple[Step, ...]
    size: tuple[int, int] = WIDE

    @property
    def pictures(self) -> list[str]:
        """The names of the pictures, in the order of the steps."""
        return [picture_name(self.role, step.name) for step in self.steps]


PICTURE_LANGUAGES = ("en", "ja")


def picture_name(role: str, step: str) -> str:
    """Return the name of the picture of a step, without its language and ending."""
    return f"{role}-{step}"


def picture_path(role: str, step: str, language: str) -> str:
    """Return the static path of the picture of a step, in English if there is none in ``language``."""
    folder = language if language in PICTURE_LANGUAGES else PICTURE_LANGUAGES[0]
    return f"tournaments/help/{folder}/{picture_name(role, step)}.webp"


_USUAL = DraftFormat()
FORMAT_FIELDS: Mapping[str, Any] = asdict(_USUAL) | {
    "pool_size": _USUAL.pool_size,
    "spare": _USUAL.pool_size - _USUAL.deck_size,
    "rest": _USUAL.pack_size - 1,
}
"""The numbers of the usual draft, by name."""

ORGANIZER_STEPS = (
    Step(
        "create",
        _("Create the event"),
        _("On the first page, press New event and choose what you want to draft. Type a name and press Create event."),
    ),
    Step(
        "join",
        _("Let the players join"),
        _(
            "Players scan the QR code or type the code. Use Add walk-in for players without a phone. If the event is "
            "full, players wait."
        ),
    ),
    Step(
        "pods",
        _("Make pods and start the draft"),
        _(
            "When everyone is there, press Make pods, then Publish seating and start draft. Players see their seats on "
            "their phones."
        ),
    ),
    Step(
        "draft",
        _("Watch the draft"),
        _(
            "The desk shows how far each seat is. Packs open and pass on their own. If a player has to leave, give the "
            "seat to a bot."
        ),
    ),
    Step(
        "decks",
        _("Wait for the decks"),
        _("Players have {build_minutes} minutes to build a deck of {deck_size} cards. The desk shows who is done."),
    ),
    Step(
        "pair",
        _("Pair the round"),
        _(
            "Press Pair round 1, look at the tables, and press Publish and start clock. Repeat for each round. Between "
            "days, the desk waits."
        ),
    ),
    Step(
        "results",
        _("Collect the results"),
        _("Players report on their phones. To enter a result yourself, type the table number and press the score."),
    ),
    Step(
        "finish",
        _("Finish the event"),
        _(
            "After the last round press Finish event. Everyone sees the final standings. To add up several events, "
            "press Leagues."
        ),
    ),
)
JUDGE_STEPS = (
    Step(
        "open",
        _("Open the judge page"),
        _("The organizer adds your staff account under Officials on the desk. Then the event has a Judge tab for you."),
    ),
    Step(
        "call",
        _("Answer a call"),
        _("Press Claim: the players see that you are coming. After your ruling, write it down and press Resolve."),
    ),
    Step(
        "time",
        _("Add time"),
        _("If you were at a table for more than a minute, open Add time and give the minutes back, with a reason."),
    ),
    Step(
        "dispute",
        _("Settle a disputed result"),
        _("Open the table. You see what each player reported. Ask both, and press the right score."),
    ),
    Step(
        "penalty",
        _("Give a penalty"),
        _(
            "Press the name of the player, choose the infraction and write what happened. The usual penalty is already "
            "selected."
        ),
    ),
    Step(
        "deck",
        _("Check a deck"),
        _("Press Check a deck at random, or choose a table. Compare the cards with the list, then give the time back."),
    ),
)
PLAYER_STEPS = (
    Step(
        "join",
        _("Join the event"),
        _(
            "Scan the QR code, or type the code on the first page. A name is enough. If the event is full, you are put "
            "on a waiting list."
        ),
    ),
    Step(
        "code",
        _("Write down your code"),
        _("With this code you can continue on another phone, for example when your battery is empty."),
    ),
    Step(
        "event",
        _("Look at My event"),
        _("It always shows where you have to be: your seat, your deck or your table."),
    ),
    Step(
        "pick",
        _("Pick a card"),
        _("Tap a card to read it, and take one. The rest of the pack goes to your neighbor. Taken cards stay taken."),
    ),
    Step(
        "deck",
        _("Build your deck"),
        _("Choose exactly {deck_size} of your {pool_size} cards in {build_minutes} minutes, and submit the deck."),
    ),
    Step(
        "match",
        _("Play your match"),
        _("Go to your table. {vp_target} VP win a game, and two games win the match. Call a judge if you are unsure."),
    ),
    Step(
        "report",
        _("Report the result"),
        _("Press the score, your games first. Your opponent confirms it on the other phone."),
    ),
    Step(
        "standings",
        _("See where you stand"),
        _("The standings show match points and every tie-breaker. Press a number to see how it is computed."),
    ),
)
GUIDES: Mapping[str, Guide] = {
    guide.role: guide
    for guide in (
        Guide(
            "organizer",
            _("Run a draft"),
            _(
                "You need a staff account and one device for the desk. Players use their phones. One button on the "
                "desk always names the next step."
            ),
            ORGANIZER_STEPS,
        ),
        Guide(
            "judge",
            _("Judge an event"),
            _("You need a staff account and a phone. Everything you decide is kept in the log of the event."),
            JUDGE_STEPS,
        ),
        Guide(
            "player",
            _("Play in a draft"),
            _("You need a phone with a browser. There is nothing to install, and you need no account."),
            PLAYER_STEPS,
            PHONE,
        ),
    )
}

STEP_OF_PHASE: Mapping[str, str] = {
    "registration": "join",
    "draft": "draft",
    "decks": "decks",
    "rounds": "results",
    "finished": "finish",
}
"""The step of the organizer's guide for each phase of an event."""
