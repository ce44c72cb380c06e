"""Exceptions of the rules.

    RulesError                   the rules forbid it; code, clause and details are safe to show
    ├── NotAnOptionError         the choice is not among the options
    │   └── NoSuchOptionError    no option has this number
    ├── NotAskedError            another player is being asked, or the game is over
    ├── PlayerCountError         wrong number of players
    └── ...                      each app adds its own, next to the rule that raises it
    UnreadableError              the input could not be parsed; names the place

Three kinds of refusal are distinguished everywhere: unreadable (`UnreadableError`), not
allowed (`RulesError`) and no access (an HTTP 404, which pure rules never raise).
"""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple


def _(sentence: str) -> str:
    """Mark ``sentence`` for translation, like Django's gettext_noop; pure code never translates."""
    return sentence


class RulesError(Exception):
    """The rules forbid an action.

    ``code`` is for programs, ``clause`` for judges, ``details`` for display.
    ``sentence`` is a template with the details as named fields. The presentation
    layer translates the template first and fills it in afterwards.
    ``field`` is the name of the form field that the error concerns, if any.
    ``is_state_conflict`` is true if the same request could be valid at another moment
    (stale, too late, too early); it then becomes HTTP status 409 instead of 422.
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
    """The reason why a choice is illegal: a code for programs, the violated clause, and a sentence to be translated.

    ``clause`` is "" if no clause covers that choice.
    """

    code: str
    clause: str
    sentence: str


class NotAnOptionError(RulesError):
    """The choice is not among the options; ``details`` repeat it.

    With a ``reason``, ``details`` contain its code, and clause and sentence are those of the reason. Without a reason
    there is no clause, because the clause of the pending question need not be the one that forbids the choice.
    """

    code = "not_an_option"
    sentence = _("This choice is not possible here. Choose one of the listed options.")
    field = "option"

    def __init__(self, *, option: Any, reason: RefusalReason | None = None) -> None:
        super().__init__(option=option, **({"reason": reason.code} if reason else {}))
        if reason is not None:
            self.clause, self.sentence = reason.clause, reason.sentence


class NoSuchOptionError(NotAnOptionError):
    """No option of the pending question has the number ``option``."""

    sentence = _("There is no option {option}. Choose one of the listed options by its number.")


class NotAskedError(RulesError):
    """Another player is being asked, or the game is over."""

    code = "not_asked"
    sentence = _("It is another player's turn. Wait until you are asked to choose.")
    is_state_conflict = True


class WrongTurnError(RulesError):
    """Time cannot be called in a turn that is over or begins after the next choice; ``details`` contain both turns."""

    code = "wrong_turn"
    sentence = _("It is turn {now}, not turn {turn}.")
    is_state_conflict = True


class PlayerCountError(RulesError):
    """Wrong number of players; ``details`` contain it and the possible numbers."""

    code = "players"
    sentence = _("Wrong number of players: {players}. Possible: {possible}.")

    def __init__(self, clause: str, *, players: int, possible: Iterable[int]) -> None:
        super().__init__(players=players, possible=", ".join(map(str, possible)))
        self.clause = clause


class UnreadableError(Exception):
    """Input that cannot be parsed; names the file or field, the place and the reason.

    ``clause`` is the clause of the rules that the input violates, if any; the reason then ends with it in brackets.
    """

    def __init__(self, reason: str, *, file: str = "", place: str = "", clause: str = "") -> None:
        reason = f"{reason} ({clause})" if clause else reason
        self.reason, self.file, self.place, self.clause = reason, file, place, clause
        super().__init__(": ".join(part for part in (file, place, reason) if part))
