"""What the rules answer when they say no.

    RulesError                   the rules say no; code, clause and details are safe to show
    ├── NotAnOptionError         the choice is not among those offered
    │   └── NoSuchOptionError    no option has this number
    ├── NotAskedError            somebody else is being asked, or nobody is
    ├── WrongPlayersError        this is not for so many
    └── ...                      each app adds its own, beside the rule that raises it
    UnreadableError              the input could not be understood at all; names the place

Three refusals are kept apart everywhere: unreadable (`UnreadableError`), not allowed
(`RulesError`) and not yours (an HTTP 404; pure rules never see it).
"""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple


def _(sentence: str) -> str:
    """Mark ``sentence`` for the translation catalogue; pure code never translates."""
    return sentence


class RulesError(Exception):
    """The rules say no.

    ``code`` is for programs, ``clause`` for judges, ``details`` for screens.
    ``sentence`` is a template with the details as named fields; whoever shows it
    translates the template first and fills it in afterwards.
    ``field`` names the form field it concerns, if one does.
    ``later`` is true when the same request would be right at another moment
    (stale, too late, too early); it becomes 409 rather than 422 on the web.
    """

    code: ClassVar[str] = "refused"
    clause: str = ""
    sentence: str = _("The rules do not allow this.")
    field: str = ""
    is_state_conflict: ClassVar[bool] = False

    def __init__(self, **details: Any) -> None:
        self.details = details
        super().__init__(self.code)

    def __str__(self) -> str:
        return self.sentence.format(**self.details)


class RefusalReason(NamedTuple):
    """Why the rules forbid a choice: a code for programs, the clause that forbids it, and a sentence to be translated.

    ``clause`` is "" where no clause speaks of that choice.
    """

    code: str
    clause: str
    sentence: str


class NotAnOptionError(RulesError):
    """The choice is not among those offered; ``details`` repeat it.

    With a ``reason``, ``details`` name it too, and clause and sentence are its own. Without one there is no clause:
    the clause of the pending question need not be the one that forbids the choice.
    """

    code = "not_an_option"
    sentence = _("This choice is not among those offered. Choose one of the listed options.")
    field = "option"

    def __init__(self, *, option: Any, reason: RefusalReason | None = None) -> None:
        super().__init__(option=option, **({"reason": reason.code} if reason else {}))
        if reason is not None:
            self.clause, self.sentence = reason.clause, reason.sentence


class NoSuchOptionError(NotAnOptionError):
    """No option of the pending question has the number ``option``."""

    sentence = _("There is no option {option}. Choose one of those listed, by its number.")


class NotAskedError(RulesError):
    """Somebody else is being asked now, or the game is over."""

    code = "not_asked"
    sentence = _("It is not this seat that is being asked. Wait for your turn to choose.")
    is_state_conflict = True


class WrongTurnError(RulesError):
    """Time cannot be called in a turn that is over, or that begins after the next choice; ``details`` give both turns."""

    code = "wrong_turn"
    sentence = _("It is turn {now}, not turn {turn}.")
    is_state_conflict = True


class PlayerCountError(RulesError):
    """So many cannot play this; ``details`` say how many there are and how many there may be."""

    code = "players"
    sentence = _("{players} cannot play this: it is for {possible}.")

    def __init__(self, clause: str, *, players: int, possible: Iterable[int]) -> None:
        super().__init__(players=players, possible=", ".join(map(str, possible)))
        self.clause = clause


class UnreadableError(Exception):
    """Input that cannot be understood: names the file or field, the place and the reason.

    ``clause`` is that of the rules which the input contradicts, if it does; the reason ends with it in brackets.
    """

    def __init__(self, reason: str, *, file: str = "", place: str = "", clause: str = "") -> None:
        reason = f"{reason} ({clause})" if clause else reason
        self.reason, self.file, self.place, self.clause = reason, file, place, clause
        super().__init__(": ".join(part for part in (file, place, reason) if part))
