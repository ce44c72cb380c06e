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

Both errors are `Translatable`: their sentence is a template with details, which the presentation layer translates.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, ClassVar, NamedTuple, TypeAlias

Translate: TypeAlias = Callable[[str], str]
"""Returns the translation of a sentence template, like Django's gettext."""


def _(sentence: str) -> str:
    """Mark ``sentence`` for translation, like Django's gettext_noop; pure code never translates."""
    return sentence


class Translatable:
    """A sentence, or a part of one, that the presentation layer translates.

    ``sentence`` is a template with the ``details`` as named fields. It is translated first and filled in afterwards.
    Details that are translatable are translated, too. A sentence without details is used as it is.
    """

    sentence: str = ""
    details: dict[str, Any]

    def __init__(self, sentence: str, **details: object) -> None:
        self.sentence, self.details = sentence, details

    def text(self, translate: Translate = str) -> str:
        """Return the filled-in translation; by default, the English sentence."""
        if not self.details:
            return translate(self.sentence)
        filled = {name: translated(detail, translate) for name, detail in self.details.items()}
        return translate(self.sentence).format(**filled)

    def __str__(self) -> str:
        return self.text()


Wording: TypeAlias = str | Translatable
"""A sentence template, or one with its details."""


def translated(value: object, translate: Translate) -> object:
    """Return the text of a `Translatable`, and any other value as it is."""
    return value.text(translate) if isinstance(value, Translatable) else value


def any_of(values: Sequence[object]) -> object:
    """Return ``values``, at least one, as text such as "2 or 3"; a single value as it is."""
    return reduce(lambda first, last: Translatable(_("{first} or {last}"), first=first, last=last), values)


class RulesError(Translatable, Exception):
    """The rules forbid an action.

    ``code`` is for programs, ``clause`` for judges, ``details`` for display.
    ``sentence`` is a template with the details as named fields (see `Translatable`).
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
        Exception.__init__(self, self.code)


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

    def __init__(self, *, option: object, reason: RefusalReason | None = None) -> None:
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


class UnreadableError(Translatable, Exception):
    """Input that cannot be parsed; names the file or field, the place and the reason.

    The reason is a sentence with its details, or a `Translatable`. A person can meet it on the site if the input is
    theirs; the sentence is then marked for translation. ``place`` may be one, too. ``clause`` is the clause of the
    rules that the input violates, if any; the reason then ends with it in brackets.
    """

    def __init__(
        self,
        reason: Wording,
        *,
        file: str = "",
        place: Wording = "",
        clause: str = "",
        **details: object,
    ) -> None:
        wording = Translatable(reason, **details) if isinstance(reason, str) else reason
        self.sentence, self.details = wording.sentence, wording.details
        self.file, self.clause, self._place = file, clause, place
        Exception.__init__(self, self.sentence)

    @property
    def place(self) -> str:
        """The place in English, such as "seats.0.hand" or "line 3, column 5"; programs read it."""
        return str(self._place)

    @property
    def reason(self) -> str:
        """The reason in English, without file and place."""
        return self.reason_text()

    def reason_text(self, translate: Translate = str) -> str:
        """Return the reason without file and place."""
        return super().text(translate) + (f" ({self.clause})" if self.clause else "")

    def text(self, translate: Translate = str) -> str:
        """Return the file, the place and the reason."""
        place = str(translated(self._place, translate))
        return ": ".join(part for part in (self.file, place, self.reason_text(translate)) if part)
