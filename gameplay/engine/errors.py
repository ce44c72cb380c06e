"""What the rules answer when they say no.

    RulesError                   the rules say no; code, clause and details are safe to show
    ├── NotAnOptionError         the choice is not among those offered
    ├── NotAskedError            somebody else is being asked, or nobody is
    ├── WrongPlayersError        this is not for so many
    └── ...                      each app adds its own, beside the rule that raises it
    UnreadableError              the input could not be understood at all; names the place

Three refusals are kept apart everywhere: unreadable (`UnreadableError`), not allowed
(`RulesError`) and not yours (an HTTP 404; pure rules never see it).
"""

from collections.abc import Iterable
from typing import Any, ClassVar


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
    sentence: ClassVar[str] = _("The rules do not allow this.")
    field: str = ""
    later: ClassVar[bool] = False

    def __init__(self, **details: Any) -> None:
        self.details = details
        super().__init__(self.code)

    def __str__(self) -> str:
        return self.sentence.format(**self.details)


class NotAnOptionError(RulesError):
    """The choice is not among those offered; ``details`` repeats it, ``clause`` says what may be chosen."""

    code = "not_an_option"
    sentence = _("This choice is not among those offered. Choose one of the listed options.")

    def __init__(self, *, option: list[Any], clause: str = "") -> None:
        super().__init__(option=option)
        self.clause = clause


class NotAskedError(RulesError):
    """Somebody else is being asked now, or the game is over."""

    code = "not_asked"
    sentence = _("It is not this seat that is being asked. Wait for your turn to choose.")
    later = True


class WrongPlayersError(RulesError):
    """So many cannot play this; ``details`` say how many there are and how many there may be."""

    code = "players"
    sentence = _("{players} cannot play this: it is for {possible}.")

    def __init__(self, clause: str, *, players: int, possible: Iterable[int]) -> None:
        super().__init__(players=players, possible=", ".join(map(str, possible)))
        self.clause = clause


class UnreadableError(Exception):
    """Input that cannot be understood: names the file or field, the place and the reason."""

    def __init__(self, reason: str, *, file: str = "", place: str = "") -> None:
        self.reason, self.file, self.place = reason, file, place
        super().__init__(": ".join(part for part in (file, place, reason) if part))
