"""The form for a reported game: the fields of a log; see `gameplay.engine.adjudication.paper_log`."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django import forms
from django.urls import reverse_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.languages import after_term, join_with_and
from cards.printed import bundled_card_sets
from gameplay.engine.adjudication.notation_reader import FULLWIDTH_TO_ASCII, UnknownEntryError
from gameplay.engine.adjudication.paper_log import DEFAULT_PLAYER_NAMES, FORMAT
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.json_text import parse_json
from gameplay.engine.core.ruleset import Ruleset
from gameplay.games import DEFAULT_GAME, RULESETS
from gameplay.selectors.game_views import variant_title

MAX_LOG_LENGTH = 200_000  # characters of a log
VERBATIM_ATTRS = {"autocapitalize": "off", "autocorrect": "off", "spellcheck": "false", "translate": "no"}
COMPLETION_ATTRS = {"aria-autocomplete": "list", "aria-controls": "completions"}
REFRESH_ATTRS: dict[str, Any] = {
    "hx-post": reverse_lazy("paper"),
    "hx-trigger": "change",
    "hx-vals": '{"do": "look"}',
    "hx-target": "#paper",
    "hx-select": "#paper",
    "hx-swap": "outerHTML",
    "data-keeps-input": True,
}
"""Reloads the form when the game changes, because the players, the entries and the example depend on it."""
DECK_LINE = re.compile(r"(?:(\d{1,2})\s*[x×]?\s+)?(.+)")
DEFAULT_VARIANT, DRAWN = f"{DEFAULT_GAME}-draft", "drawn"
MAX_PLAYERS = max(seats for ruleset in RULESETS.values() for seats in ruleset.player_counts)
FIELDS_BY_PLACE = {
    "players": "player_1",
    **{f"decks.{seat}": f"deck_{seat + 1}" for seat in range(MAX_PLAYERS)},
    "result": "winner",
    "switches": "switches",
    "position": "position",
}
"""The form field for a place in the log, by a prefix of the place."""


def _textarea(rows: int, **attrs: Any) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, **VERBATIM_ATTRS, **attrs})


class ReportedGameForm(forms.Form):
    """A reported game. Once the form is valid, `log` has its log. A log as JSON may replace all fields.

    Each player, numbered from 1, has the fields ``player_1``, ``deck_1`` and ``points_1``.
    """

    variant = forms.ChoiceField(
        label=_("Game"), initial=DEFAULT_VARIANT, required=False, widget=forms.Select(attrs=REFRESH_ATTRS)
    )
    first = forms.ChoiceField(label=_("First player"), required=False)
    turns = forms.CharField(
        label=_("What happened, one line per turn"),
        help_text=_("Leave a line empty if you know nothing about that turn. You can also paste a log as JSON here."),
        widget=_textarea(8, **COMPLETION_ATTRS),
        required=False,
        strip=False,
        max_length=MAX_LOG_LENGTH,
    )
    position = forms.CharField(
        label=_("Position"),
        help_text=_(
            "What lies on the table, as JSON. It also says whose turn it is: the first line below is the rest of that "
            'turn. For unknown face-down cards, write {"unknown": 3}.'
        ),
        widget=_textarea(6),
        required=False,
        max_length=MAX_LOG_LENGTH,
    )
    position_file = forms.FileField(
        label=_("Or upload a position file"), required=False, widget=forms.FileInput({"accept": ".json"})
    )
    file = forms.FileField(label=_("Or upload a log file"), required=False, widget=forms.FileInput({"accept": ".json"}))
    winner = forms.ChoiceField(label=_("Won by"), required=False)
    reason = forms.ChoiceField(label=_("Ended by"), required=False)
    switches = forms.CharField(
        label=_("Rule changes"), help_text=_("For example: target 7; redraw discard"), required=False
    )

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.log: dict[str, Any] = {}
        fields: dict[str, Any] = self.fields
        fields["variant"].choices = [
            (f"{game}-{name}", after_term(ruleset.title, variant_title(ruleset, name)))
            for game, ruleset in RULESETS.items()
            for name in ruleset.variants
        ]
        reasons = [(ruleset.title, ruleset.sentences.terms["reason"].items()) for ruleset in RULESETS.values()]
        groups = [(title, [(code, gettext(text)) for code, text in terms]) for title, terms in reasons]
        fields["reason"].choices = [("", _("unknown")), *groups]
        self._add_player_fields(fields)

    def _add_player_fields(self, fields: dict[str, Any]) -> None:
        """Add the fields of each player, with names in the labels, for the most players that the variant permits.

        There are more if more names are filled in already.
        """
        named = [number for number in range(1, MAX_PLAYERS + 1) if self._raw_value(f"player_{number}")]
        self.seats = max([*self._player_counts, *named])
        names = {}
        card = bundled_card_sets(self.ruleset.name)[0].cards[0].ref
        for number in range(1, self.seats + 1):
            title = gettext("Player {number}").format(number=number)
            name = self._raw_value(f"player_{number}")
            names[str(number)] = name or title
            label_fields = {
                "name": name or gettext("player {number}").format(number=number),
                "unit": self.ruleset.scoring.unit,
            }
            fields[f"player_{number}"] = forms.CharField(label=title, max_length=60, required=False)
            fields[f"points_{number}"] = forms.IntegerField(
                label=gettext("{unit} of {name}").format(**label_fields), min_value=0, max_value=99, required=False
            )
            fields[f"deck_{number}"] = forms.CharField(
                label=gettext("Deck of {name}").format(**label_fields),
                help_text=gettext("One card per line, by name or number, for example: 3 {card}").format(card=card),
                widget=_textarea(6),
                required=False,
                max_length=MAX_LOG_LENGTH,
            )
        fields["first"].choices = list(names.items())
        teams = self.ruleset.empty_table(self._variant, self.seats).teams() if self.seats in self._player_counts else []
        sides = [[str(seat + 1) for seat in team] for team in teams] or [[number] for number in names]
        winners = [(",".join(side), join_with_and(names[number] for number in side)) for side in sides]
        fields["winner"].choices = [("", _("unknown")), *winners, (DRAWN, _("draw"))]

    def _raw_value(self, name: str) -> str:
        """Return the submitted or initial value of ``name``, even if the form has no such field yet."""
        return str((self.data if self.is_bound else self.initial).get(name, "")).strip()

    def _value(self, name: str) -> str:
        return str(self[name].value() or "").strip()

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the selected game, by default the first."""
        return RULESETS.get(self._value("variant").partition("-")[0]) or next(iter(RULESETS.values()))

    @property
    def _variant(self) -> str:
        name = self._value("variant").partition("-")[2]
        return name if name in self.ruleset.variants else next(iter(self.ruleset.variants))

    @property
    def _player_counts(self) -> list[int]:
        """The numbers of players that the variant permits."""
        return self.ruleset.player_counts_of(self._variant)

    @property
    def players(self) -> list[forms.BoundField]:
        return [self[f"player_{number}"] for number in range(1, self.seats + 1)]

    @property
    def result(self) -> list[forms.BoundField]:
        points = [f"points_{number}" for number in range(1, self.seats + 1)]
        return [self[name] for name in ("winner", *points, "reason")]

    @property
    def decks(self) -> list[forms.BoundField]:
        return [self[name] for name in (*(f"deck_{number}" for number in range(1, self.seats + 1)), "switches")]

    @property
    def has_optional_values(self) -> bool:
        """Whether an optional field has a value or an error."""
        file_errors = self.errors.get("file")
        return bool(file_errors) or any(field.value() or field.errors for field in (*self.result, *self.decks))

    def clean_position(self) -> dict[str, Any] | None:
        """Return the position, or None if there is none."""
        text = str(self.cleaned_data["position"])
        if file := self.files.get("position_file"):
            text = file.read().decode("utf-8-sig", "replace")
            self.data = {**self.data, "position": text}
        if not text.strip():
            return None
        try:
            position = parse_json(text)
        except UnreadableError as error:
            raise forms.ValidationError(
                gettext("This is not valid JSON: {reason}").format(reason=error.text(gettext))
            ) from error
        if not isinstance(position, dict):
            raise forms.ValidationError(gettext("This is not a position."))
        return position

    def clean_turns(self) -> str:
        return str(self.cleaned_data["turns"]).translate(FULLWIDTH_TO_ASCII)

    @property
    def has_position(self) -> bool:
        """Whether a position was written, or could not be read."""
        fields = [self[name] for name in ("position", "position_file") if name in self.fields]
        return any(field.value() or field.errors for field in fields)

    def clean(self) -> None:
        """Build the log. A file takes precedence over the text, and JSON over the other fields."""
        data = self.cleaned_data
        text = data.get("turns", "")
        if file := data.get("file"):
            text = file.read().decode("utf-8-sig", "replace")
            self.data = {**self.data, "turns": text}
        if file or text.lstrip().startswith("{"):
            self.log = self._from_json(text)
        elif not self.errors:
            self.log = self._log_from_fields(data)

    def _from_json(self, text: str) -> Any:
        try:
            return parse_json(text)
        except UnreadableError as error:
            fault = gettext("This is not valid JSON: {reason}").format(reason=error.text(gettext))
            raise forms.ValidationError({"turns": fault}) from error

    def _log_from_fields(self, fields: dict[str, Any]) -> dict[str, Any]:
        position = fields.get("position")
        named = [number for number in range(1, self.seats + 1) if fields[f"player_{number}"]]
        least = _seat_count(position) if position else min(self._player_counts)
        playing = range(1, min(max([*named, least]), self.seats) + 1)
        players = [fields[f"player_{number}"] or DEFAULT_PLAYER_NAMES[number - 1] for number in playing]
        game, _dash, variant = (fields["variant"] or DEFAULT_VARIANT).partition("-")
        log: dict[str, Any] = {"format": FORMAT, "ruleset": game, "variant": variant}
        if switches := self._switches(fields["switches"]):
            log["switches"] = switches
        log["players"] = players
        log |= {"position": position} if position else {"first": self._player(players, "first", fields["first"] or "1")}
        if any(decks := [self._deck(fields[f"deck_{number}"]) for number in playing]):
            log["decks"] = [deck or None for deck in decks]
        if turns := fields["turns"].rstrip().splitlines():
            log["turns"] = turns
        if result := self._result(fields, players):
            log["result"] = result
        return log

    def _player(self, players: list[str], field: str, number: str) -> str:
        if int(number) > len(players):
            fault = gettext("There is no player {number} in this game.").format(number=number)
            raise forms.ValidationError({field: fault})
        return players[int(number) - 1]

    def _switches(self, text: str) -> dict[str, Any]:
        pairs = (each.split(maxsplit=1) for each in text.split(";") if each.strip())
        return {name: _json_or_text(rest[0] if rest else "") for name, *rest in pairs}

    def _deck(self, text: str) -> dict[str, int]:
        deck: Counter[str] = Counter()
        for line in text.translate(FULLWIDTH_TO_ASCII).splitlines():
            if match := DECK_LINE.fullmatch(line.strip()):
                deck[match[2]] += int(match[1] or 1)
        return dict(deck)

    def _result(self, fields: dict[str, Any], players: list[str]) -> dict[str, Any] | None:
        points = [fields[f"points_{number}"] for number in range(1, len(players) + 1)]
        values = [fields["winner"], *points, fields["reason"]]
        if all(value in ("", None) for value in values):
            return None
        if any(value in ("", None) for value in values):
            fault = gettext("Enter the winner, all scores and how the game ended, or leave all of these empty.")
            raise forms.ValidationError({"winner": fault})
        numbers = [] if fields["winner"] == DRAWN else fields["winner"].split(",")
        winners = [self._player(players, "winner", number) for number in numbers]
        winner = winners if len(winners) > 1 else next(iter(winners), None)
        return {"winner": winner, "points": points, "reason": fields["reason"]}

    def add_unreadable_error(self, error: UnreadableError) -> None:
        """Add ``error`` to the field that could not be read."""
        if isinstance(error, UnknownEntryError):
            fields = {"turn": error.entry.turn, "said": error.entry.text, "card": error.card}
            sentence = (
                gettext("Turn {turn}, “{said}”: there is no card called “{card}”.")
                if error.card
                else gettext("Turn {turn}, “{said}” is not a valid entry. See the list of all entries.")
            )
            guess = gettext("Did you mean {similar}?").format(similar=", ".join(error.similar))
            self.add_error("turns", " ".join([sentence.format(**fields), *([guess] if error.similar else [])]))
            return
        field = next((field for place, field in FIELDS_BY_PLACE.items() if error.place.startswith(place)), "turns")
        self.add_error(field, error.text(gettext))


def fields_from_log(log: dict[str, Any]) -> dict[str, Any]:
    """Return the form data for a valid log of one game."""
    position = log.get("position")
    least = _seat_count(position) if position else min(RULESETS[log["ruleset"]].player_counts_of(log["variant"]))
    players = log.get("players") or DEFAULT_PLAYER_NAMES[:least]
    switches = log.get("switches", {})
    fields = {
        "variant": f"{log['ruleset']}-{log['variant']}",
        "first": str(players.index(log.get("first", players[0])) + 1),
        "turns": "\n".join(" ".join(turn.split()) for turn in log.get("turns", ())),
        "switches": "; ".join(f"{name} {_as_text(value)}" for name, value in switches.items()),
        "position": json.dumps(position, ensure_ascii=False, indent=1) if position else "",
    }
    fields |= _numbered_fields("player", players)
    fields |= _numbered_fields("deck", [_deck_text(deck) for deck in log.get("decks", ())])
    if result := log.get("result"):
        winner = result.get("winner")
        winners = winner if isinstance(winner, list) else [winner]
        value = DRAWN if not winner else ",".join(sorted(str(players.index(name) + 1) for name in winners))
        fields |= {"winner": value, "reason": result["reason"], **_numbered_fields("points", result["points"])}
    return fields


def _seat_count(position: dict[str, Any]) -> int:
    """Return the number of seats of a position, 0 if it cannot be read."""
    seats = position.get("seats")
    return len(seats) if isinstance(seats, list) else 0


def _numbered_fields(name: str, values: Iterable[Any]) -> dict[str, Any]:
    """Return ``values``, one for each player, by the names of their fields."""
    return {f"{name}_{number}": value for number, value in enumerate(values, 1)}


def _deck_text(deck: dict[str, int] | None) -> str:
    return "\n".join(f"{copies} {name}" for name, copies in (deck or {}).items())


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _json_or_text(text: str) -> Any:
    try:
        return parse_json(text)
    except UnreadableError:
        return text
