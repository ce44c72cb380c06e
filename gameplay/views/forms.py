"""The form in which people write down a game on paper: the log of `gameplay.engine.reported`, field by field."""

import json
import re
from collections import Counter
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gameplay.engine.errors import UnreadableError
from gameplay.engine.notation import NoEntryError
from gameplay.engine.reported import FORMAT, PLAYERS
from gameplay.engine.ruleset import Ruleset
from gameplay.games import RULESETS
from gameplay.selectors.game_views import variant_title

LONGEST = 200_000  # characters of a log
AS_TYPED = str.maketrans("；：’０１２３４５６７８９", ";:'0123456789")  # as keyboards of phones and of Japan have them
AS_IT_IS = {"autocapitalize": "off", "autocorrect": "off", "spellcheck": "false", "translate": "no"}
COPIES = re.compile(r"(?:(\d{1,2})\s*[x×]?\s+)?(.+)")
USUAL, DRAWN = "enemy-draft", "drawn"
GAMES = {name: ruleset for name, ruleset in RULESETS.items() if ruleset.on_paper}
PLACES = {"players": "player_1", "decks.0": "deck_1", "decks.1": "deck_2", "result": "winner", "switches": "switches"}
"""The field of the form for a place in the log, by how that begins."""


def _lines(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, **AS_IT_IS})


class PaperForm(forms.Form):
    """What is told of a game: as `log`, once it is valid. A JSON log may stand in for all of it."""

    variant = forms.ChoiceField(label=_("Game"), initial=USUAL, required=False)
    player_1 = forms.CharField(label=_("Player 1"), max_length=60, required=False)
    player_2 = forms.CharField(label=_("Player 2"), max_length=60, required=False)
    first = forms.ChoiceField(label=_("Who began"), choices={"1": _("Player 1"), "2": _("Player 2")}, required=False)
    turns = forms.CharField(
        label=_("What happened, a line a turn"),
        help_text=_("Leave a line empty for a turn of which you know nothing. A log as JSON may be pasted here, too."),
        widget=_lines(12),
        required=False,
        strip=False,
        max_length=LONGEST,
    )
    file = forms.FileField(label=_("Or a log as a file"), required=False, widget=forms.FileInput({"accept": ".json"}))
    winner = forms.ChoiceField(
        label=_("Won by"),
        choices={"": _("not told"), "1": _("Player 1"), "2": _("Player 2"), DRAWN: _("drawn")},
        required=False,
    )
    points_1 = forms.IntegerField(label=_("VP of player 1"), min_value=0, max_value=99, required=False)
    points_2 = forms.IntegerField(label=_("VP of player 2"), min_value=0, max_value=99, required=False)
    reason = forms.ChoiceField(label=_("Ended by"), required=False)
    deck_1 = forms.CharField(
        label=_("Deck of player 1"),
        help_text=_("A card a line, by name or number, as in: 3 FL-C01"),
        widget=_lines(6),
        required=False,
        max_length=LONGEST,
    )
    deck_2 = forms.CharField(
        label=_("Deck of player 2"),
        help_text=_("A card a line, by name or number, as in: 3 FL-C01"),
        widget=_lines(6),
        required=False,
        max_length=LONGEST,
    )
    switches = forms.CharField(
        label=_("Played otherwise than usual"), help_text=_("As in: target 7; redraw discard"), required=False
    )

    RESULT = ("winner", "points_1", "points_2", "reason")
    DECKS = ("deck_1", "deck_2", "switches")

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.log: dict[str, Any] = {}
        fields: dict[str, Any] = self.fields
        fields["variant"].choices = [
            (ruleset.title, [(f"{game}-{name}", variant_title(ruleset, name)) for name in ruleset.variants])
            for game, ruleset in GAMES.items()
        ]
        reasons = [(ruleset.title, ruleset.words.terms["reason"].items()) for ruleset in GAMES.values()]
        told = [(title, [(code, gettext(words)) for code, words in each]) for title, each in reasons]
        fields["reason"].choices = [("", _("not told")), *told]
        self._name_players(fields)

    def _name_players(self, fields: dict[str, Any]) -> None:
        """Let the other fields speak of the players by name, where they have any."""
        names = {code: name for code in ("1", "2") if (name := self._value(f"player_{code}"))}
        for field in ("first", "winner"):
            fields[field].choices = [(code, names.get(code, words)) for code, words in fields[field].choices]
        for code, name in names.items():
            fields[f"points_{code}"].label = gettext("VP of {name}").format(name=name)
            fields[f"deck_{code}"].label = gettext("Deck of {name}").format(name=name)

    def _value(self, name: str) -> str:
        return str(self[name].value() or "").strip()

    @property
    def ruleset(self) -> Ruleset:
        """Of the game that is chosen, or would be."""
        chosen = self._value("variant").partition("-")[0]
        return GAMES.get(chosen) or next(iter(GAMES.values()))

    @property
    def result(self) -> list[forms.BoundField]:
        return [self[name] for name in self.RESULT]

    @property
    def decks(self) -> list[forms.BoundField]:
        return [self[name] for name in self.DECKS]

    @property
    def unfolded(self) -> bool:
        """Whether anything is written where not everybody writes."""
        return any(self._value(name) or self[name].errors for name in (*self.RESULT, *self.DECKS))

    def clean_turns(self) -> str:
        return str(self.cleaned_data["turns"]).translate(AS_TYPED)

    def clean(self) -> None:
        """Put together the log. A file comes before what is written, JSON before the other fields."""
        told = self.cleaned_data
        text = told.get("turns", "")
        if file := told.get("file"):
            text = file.read().decode("utf-8-sig", "replace")
            self.data = {**self.data, "turns": text}
        if file or text.lstrip().startswith("{"):
            self.log = self._from_json(text)
        elif not self.errors:
            self.log = self._written(told)

    def _from_json(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError({"turns": gettext("This is no JSON: {reason}").format(reason=error)}) from error

    def _written(self, told: dict[str, Any]) -> dict[str, Any]:
        players = [told["player_1"] or PLAYERS[0], told["player_2"] or PLAYERS[1]]
        game, _dash, variant = (told["variant"] or USUAL).partition("-")
        log: dict[str, Any] = {"format": FORMAT, "ruleset": game, "variant": variant}
        if switches := self._switches(told["switches"]):
            log["switches"] = switches
        log |= {"players": players, "first": players[int(told["first"] or 1) - 1]}
        if any(decks := [self._deck(told[name]) for name in ("deck_1", "deck_2")]):
            log["decks"] = [deck or None for deck in decks]
        if turns := told["turns"].strip("\r\n ").splitlines():
            log["turns"] = turns
        if result := self._result(told, players):
            log["result"] = result
        return log

    def _switches(self, text: str) -> dict[str, Any]:
        pairs = (each.split(maxsplit=1) for each in text.split(";") if each.strip())
        return {name: _json_or_text(rest[0] if rest else "") for name, *rest in pairs}

    def _deck(self, text: str) -> dict[str, int]:
        deck: Counter[str] = Counter()
        for line in text.translate(AS_TYPED).splitlines():
            if match := COPIES.fullmatch(line.strip()):
                deck[match[2]] += int(match[1] or 1)
        return dict(deck)

    def _result(self, told: dict[str, Any], players: list[str]) -> dict[str, Any] | None:
        found = [told[name] for name in self.RESULT]
        if all(value in ("", None) for value in found):
            return None
        if any(value in ("", None) for value in found):
            fault = gettext("Tell who won, the points of both and why it ended, or nothing of it.")
            raise forms.ValidationError({"winner": fault})
        winner = None if told["winner"] == DRAWN else players[int(told["winner"]) - 1]
        return {"winner": winner, "points": [told["points_1"], told["points_2"]], "reason": told["reason"]}

    def refuse(self, error: UnreadableError) -> None:
        """Show what cannot be read at the field where it stands."""
        if isinstance(error, NoEntryError):
            words = {"turn": error.entry.turn, "said": error.entry.text, "card": error.card}
            sentence = (
                gettext("Turn {turn}, “{said}”: there is no card called “{card}”.")
                if error.card
                else gettext("Turn {turn}, “{said}”: these are no words of a log.")
            )
            self.add_error("turns", sentence.format(**words))
            return
        field = next((field for place, field in PLACES.items() if error.place.startswith(place)), "turns")
        self.add_error(field, str(error))


def as_written(log: dict[str, Any]) -> dict[str, Any]:
    """A readable log of one game, as the fields of the form have it."""
    players = log.get("players") or PLAYERS[:2]
    decks = [_deck_as_written(deck) for deck in log.get("decks") or (None, None)]
    switches = log.get("switches", {})
    fields = {
        "variant": f"{log['ruleset']}-{log['variant']}",
        "player_1": players[0],
        "player_2": players[1],
        "first": str(players.index(log.get("first", players[0])) + 1),
        "turns": "\n".join(" ".join(turn.split()) for turn in log.get("turns", ())),
        "deck_1": decks[0],
        "deck_2": decks[1],
        "switches": "; ".join(f"{name} {_as_text(value)}" for name, value in switches.items()),
    }
    if result := log.get("result"):
        winner = result.get("winner")
        fields["winner"] = DRAWN if winner is None else str(players.index(winner) + 1)
        fields |= {"points_1": result["points"][0], "points_2": result["points"][1], "reason": result["reason"]}
    return fields


def _deck_as_written(deck: dict[str, int] | None) -> str:
    return "\n".join(f"{copies} {name}" for name, copies in (deck or {}).items())


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
