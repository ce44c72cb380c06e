"""The table in a terminal: the same words as on the page, line by line, and answers typed by number.

Nothing is drawn, moved or coloured to carry a meaning, so a screen reader, a narrow window and a pipe
tell the same; headings are bold where the terminal can.
"""

import sys
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from rich.console import Console
from rich.text import Text

from cards.selectors import Shown, shown
from gameplay.engine.core.asks import Option
from gameplay.engine.core.correction import ChoiceStandsError
from gameplay.engine.core.errors import NoSuchOptionError
from gameplay.engine.core.game import Game
from gameplay.selectors.game_views import Told, in_words
from gameplay.selectors.layout import laid_out


class LeftError(Exception):
    """The person has gone; the game stands where it is."""


class ConcededError(Exception):
    """The person gives the game up."""


class Terminal:
    """The ``people``, by seat, who are asked on ``console``: an `engine.players.Player` for each of them.

    Of several, one after the other looks at the screen: what was on it goes first. It raises LeftError at the end of
    the input or when interrupted, ConcededError once that is confirmed.
    """

    def __init__(self, console: Console, people: Sequence[int], names: Sequence[str], language: str) -> None:
        self.console, self.people, self.names, self.language = console, people, names, language
        self.game: Game
        self.told: Told = {}
        self.seat = people[0] if len(people) == 1 else -1  # who looks
        self.heard_by = dict.fromkeys(people, 0)  # how many events each has been told
        self.turns = dict.fromkeys(people, -1)  # whose table each has been told

    def __call__(self, game: Game) -> Option:
        """Tell what happened and what is asked; return the option chosen."""
        assert game.ask is not None
        self.game = game
        if self.seat != game.ask.seat:
            self._hand_over(game.ask.seat)
        self._look()
        self._happened()
        if self.turns[self.seat] != self.told["turn"]:
            self.turns[self.seat] = self.told["turn"]
            self._table()
        self._question()
        answer = self._answer()  # which may first take the last choice back
        return game.ask.options[answer]

    def open(self, title: str, seed: int) -> None:
        """Say what is played, and how to ask for help."""
        self._say(title, style="bold")
        self._say(_("Seed %(seed)s deals this game again. Type ? for help.") % {"seed": seed})

    def leave(self) -> None:
        """Say that the game stays as it is."""
        self._say(_("You leave the game unfinished."))

    def close(self, game: Game) -> None:
        """Tell what happened last, and who has won."""
        self.game = game
        if len(self.people) > 1:
            self.seat = -1
        self._look()
        self._happened()
        self._heading(self.told["outcome"]["title"])
        self._scores()

    def _look(self) -> None:
        """See what who is at the screen sees; once the game is over and several are, what everybody does."""
        seat = self.seat if self.seat in self.people else None
        self.told = in_words(self.game, seat, self.names, language=self.language)
        self.told |= {"players": [{"name": name} for name in self.names], "since": self._heard()}

    def _heard(self) -> int:
        """How many events have been told to who is at the screen; to all of them, if nobody alone is."""
        return self.heard_by.get(self.seat, min(self.heard_by.values()))

    def _hand_over(self, seat: int) -> None:
        """Clear the screen, and let the player at ``seat`` come to it."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # what has scrolled away, too
        self.seat = seat
        self._typed(_("%(name)s is asked. Press Enter when only you look: ") % {"name": self.names[seat]})

    # --- what is asked ---------------------------------------------------------------------

    def _question(self) -> None:
        self._clash()
        about = self.told["ask"]["about"]
        self._heading(about["text"])
        if about.get("reads"):
            self._say(self._shown(about["card"]).words)
        for number, option in enumerate(self.told["ask"]["options"], 1):
            self._say(f"{number}. {option['text']}", under=3)
            if option.get("reads"):
                self._say(self._shown(option["card"]).words, indent=3)

    def _answer(self) -> int:
        """Carry out what is typed until it is the number of an option; return its place from 0."""
        while True:
            word, _space, rest = self._typed(_("Your choice, or ? for help: ")).partition(" ")
            if command := self._commands().get(word.casefold()):
                command(rest.strip())
            elif self._is_option(word):
                return int(word) - 1
            elif word:
                self._say(_(NoSuchOptionError.sentence).format(option=word))
            else:
                self._question()

    def _is_option(self, word: str) -> bool:
        return word.isdecimal() and 1 <= int(word) <= len(self.told["ask"]["options"])

    def _typed(self, prompt: str) -> str:
        """Return the line typed. Raises LeftError when there is none any more."""
        try:
            line = self.console.input(Text(prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise LeftError from None
        if not sys.stdin.isatty():  # what a pipe sends is to be read as well
            self._say(line)
        return line

    # --- commands --------------------------------------------------------------------------

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "?": self._help,
            "help": self._help,
            "text": self._text,
            "table": self._table,
            "log": self._log,
            "why": self._why,
            "u": self._take_back,
            "concede": self._concede,
            "quit": self._quit,
        }

    def _help(self, rest: str) -> None:
        for line in (
            _("A number chooses that answer. An empty line asks again."),
            _("text 2 reads the card of answer 2; text and a part of its name, any card you see."),
            _("table tells what lies where; log, the whole game; why, the rule behind the question."),
            _("u takes your last choice back, while nothing was revealed since."),
            _("concede gives the game up; quit leaves it as it is."),
        ):
            self._say(line)

    def _text(self, rest: str) -> None:
        """Read out the card of an answer, or every card in sight whose name has ``rest`` in it."""
        refs = [card["ref"] for zone in self.told["zones"] for card in zone.get("cards", ())]
        if self._is_option(rest):
            option = self.told["ask"]["options"][int(rest) - 1]
            found = [value for name, value in option.items() if name.startswith("card") and name != "cards"]
        else:
            found = [ref for ref in dict.fromkeys(refs) if rest and rest.casefold() in self._name(ref).casefold()]
        for ref in found:
            self._say(self._shown(ref).words)
        if not found:
            self._say(_("You see no such card."))

    def _why(self, rest: str) -> None:
        about = self.told["ask"]["about"]
        self._say(f"{about['clause']}: {about['rule']}" if "rule" in about else _("The card's own text asks."))

    def _log(self, rest: str) -> None:
        self._events(self.told["events"])

    def _take_back(self, rest: str) -> None:
        try:
            self.game.take_back()
        except ChoiceStandsError as refusal:
            self._say(_(refusal.sentence))
            return
        self._look()
        self._happened()
        self._question()

    def _concede(self, rest: str) -> None:
        if self._typed(_("Give the game up? Type concede again, or anything else to play on: ")) == "concede":
            raise ConcededError
        self._question()

    def _quit(self, rest: str) -> None:
        raise LeftError

    # --- what there is ---------------------------------------------------------------------

    def _happened(self) -> None:
        news = self.told["events"][self._heard() :]
        if news:
            self._heading(_("What happened"))
            self._events(news)
        self.heard_by |= {self.seat: len(self.told["events"])} if self.seat in self.people else {}

    def _events(self, events: Sequence[Told]) -> None:
        for event in events:
            clause = event.get("clause")
            self._say(f"{event['text']} ({clause})" if clause else event["text"], under=2)

    def _table(self, rest: str = "") -> None:
        """Tell the score and what lies where, the reader's side last."""
        self._heading(_("The table"))
        self._scores()
        table = laid_out(self.told)
        for side in table["sides"]:
            if side["you"]:
                if table["shared"]:
                    self._heading(self._counts(table["shared"]))
                self._zones(table["between"])
            mate = _(" (your teammate)") if side["mate"] else ""
            self._heading(f"{side['name']}{mate}: {self._counts(side['counts'])}")
            self._zones([*side["zones"], *side["piles"]])
        if table["hand"]:
            self._zones([{"text": _("Your hand"), "cards": table["hand"]}])

    def _scores(self) -> None:
        table = laid_out(self.told)
        if table["teams"]:
            self._say(table["teams"])
        for side in sorted(table["sides"], key=itemgetter("seat")):
            self._say(", ".join([f"{side['name']}: {side['points']}", *side["states"]]))

    def _counts(self, zones: Sequence[Told]) -> str:
        return ", ".join(f"{zone['text']} {zone['count']}" for zone in zones)

    def _zones(self, zones: Sequence[Told]) -> None:
        """Tell zone by zone what lies there; of a pile the names are enough."""
        for zone in zones:
            if zone.get("pile"):
                names = ", ".join(self._name(card["ref"]) for card in zone["cards"])
                self._say(f"{zone['text']} ({zone['count']}): {names}", under=2)
                continue
            self._say(f"{zone['text']}:")
            self._cards(zone["cards"])

    def _cards(self, cards: Sequence[Told]) -> None:
        for card in cards:
            self._say(self._line(card), indent=2, under=2)
            for below in card["below"]:
                self._say(self._line(below), indent=4, under=2)

    def _clash(self) -> None:
        """Tell what is fought out or waits to take effect."""
        if clash := laid_out(self.told)["clash"]:
            self._heading(clash["text"])
            self._cards(clash["cards"])
            for line in clash["lines"]:
                self._say(line["text"], under=2)

    def _line(self, card: Told) -> str:
        """A card as it lies: its name, its kind and element, its figures, its marks."""
        card_shown = self._shown(card["ref"])
        face = card_shown.face
        cost = [f"{face.corner_name} {face.corner}"] if card["unpaid"] else []
        figures = [*cost, *(f"{stat.label} {stat.value}".strip() for stat in face.stats)]
        kind = " · ".join(filter(None, (face.kind, card_shown.element)))
        return ", ".join([f"{face.name} ({kind})", *figures, *card["marks"]])

    def _name(self, ref: str) -> str:
        return self._shown(ref).face.name

    def _shown(self, ref: str) -> Shown:
        return shown(self.told["game"], ref, self.language)

    # --- lines -----------------------------------------------------------------------------

    def _heading(self, text: str) -> None:
        self.console.print()
        self._say(text, style="bold")

    def _say(self, text: str, *, indent: int = 0, under: int = 0, **style: Any) -> None:
        """Print a paragraph; what does not fit stands ``under`` its beginning by that much."""
        width = max(self.console.width - indent - under, 20)
        for number, line in enumerate(Text(text, **style).wrap(self.console, width)):
            line.rstrip()
            self.console.print(Text(" " * (indent + (under if number else 0))) + line)
