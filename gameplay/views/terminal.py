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

from cards.selectors import DisplayedCard, get_displayed_card
from gameplay.engine.core.asks import Option
from gameplay.engine.core.correction import ChoiceNotRevertibleError
from gameplay.engine.core.errors import NoSuchOptionError
from gameplay.engine.core.game import Game
from gameplay.selectors.game_views import GameView, localized_view
from gameplay.selectors.layout import arrange_table


class PlayerLeftError(Exception):
    """The person has gone; the game stands where it is."""


class PlayerConcededError(Exception):
    """The person gives the game up."""


class Terminal:
    """The ``people``, by seat, who are asked on ``console``: an `engine.players.Player` for each of them.

    Of several, one after the other looks at the screen: what was on it goes first. It raises LeftError at the end of
    the input or when interrupted, ConcededError once that is confirmed.
    """

    def __init__(self, console: Console, people: Sequence[int], names: Sequence[str], language: str) -> None:
        self.console, self.people, self.names, self.language = console, people, names, language
        self.game: Game
        self.game_view: GameView = {}
        self.seat = people[0] if len(people) == 1 else -1  # who looks
        self.events_shown = dict.fromkeys(people, 0)  # how many events each has been told
        self.tables_shown = dict.fromkeys(people, -1)  # whose table each has been told

    def __call__(self, game: Game) -> Option:
        """Tell what happened and what is asked; return the option chosen."""
        assert game.ask is not None
        self.game = game
        if self.seat != game.ask.seat:
            self._switch_player(game.ask.seat)
        self._refresh_view()
        self._show_new_events()
        if self.tables_shown[self.seat] != self.game_view["turn"]:
            self.tables_shown[self.seat] = self.game_view["turn"]
            self._show_table()
        self._show_question()
        answer = self._read_answer()  # which may first take the last choice back
        return game.ask.options[answer]

    def show_start(self, title: str, seed: int) -> None:
        """Say what is played, and how to ask for help."""
        self._print(title, style="bold")
        self._print(_("Seed %(seed)s deals this game again. Type ? for help.") % {"seed": seed})

    def show_departure(self) -> None:
        """Say that the game stays as it is."""
        self._print(_("You leave the game unfinished."))

    def show_outcome(self, game: Game) -> None:
        """Tell what happened last, and who has won."""
        self.game = game
        if len(self.people) > 1:
            self.seat = -1
        self._refresh_view()
        self._show_new_events()
        self._print_heading(self.game_view["outcome"]["title"])
        self._show_scores()

    def _refresh_view(self) -> None:
        """See what who is at the screen sees; once the game is over and several are, what everybody does."""
        seat = self.seat if self.seat in self.people else None
        self.game_view = localized_view(self.game, seat, self.names, language=self.language)
        self.game_view |= {"players": [{"name": name} for name in self.names], "since": self._shown_event_count()}

    def _shown_event_count(self) -> int:
        """How many events have been told to who is at the screen; to all of them, if nobody alone is."""
        return self.events_shown.get(self.seat, min(self.events_shown.values()))

    def _switch_player(self, seat: int) -> None:
        """Clear the screen, and let the player at ``seat`` come to it."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # what has scrolled away, too
        self.seat = seat
        self._read_line(_("%(name)s is asked. Press Enter when only you look: ") % {"name": self.names[seat]})

    # --- what is asked ---------------------------------------------------------------------

    def _show_question(self) -> None:
        self._show_clash()
        about = self.game_view["ask"]["about"]
        self._print_heading(about["text"])
        if about.get("reads"):
            self._print(self._displayed_card(about["card"]).words)
        for number, option in enumerate(self.game_view["ask"]["options"], 1):
            self._print(f"{number}. {option['text']}", hanging_indent=3)
            if option.get("reads"):
                self._print(self._displayed_card(option["card"]).words, indent=3)

    def _read_answer(self) -> int:
        """Carry out what is typed until it is the number of an option; return its place from 0."""
        while True:
            word, _space, rest = self._read_line(_("Your choice, or ? for help: ")).partition(" ")
            if command := self._commands().get(word.casefold()):
                command(rest.strip())
            elif self._is_option(word):
                return int(word) - 1
            elif word:
                self._print(_(NoSuchOptionError.sentence).format(option=word))
            else:
                self._show_question()

    def _is_option(self, word: str) -> bool:
        return word.isdecimal() and 1 <= int(word) <= len(self.game_view["ask"]["options"])

    def _read_line(self, prompt: str) -> str:
        """Return the line typed. Raises LeftError when there is none any more."""
        try:
            line = self.console.input(Text(prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise PlayerLeftError from None
        if not sys.stdin.isatty():  # what a pipe sends is to be read as well
            self._print(line)
        return line

    # --- commands --------------------------------------------------------------------------

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "?": self._help,
            "help": self._help,
            "text": self._text,
            "table": self._show_table,
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
            self._print(line)

    def _text(self, rest: str) -> None:
        """Read out the card of an answer, or every card in sight whose name has ``rest`` in it."""
        refs = [card["ref"] for zone in self.game_view["zones"] for card in zone.get("cards", ())]
        if self._is_option(rest):
            option = self.game_view["ask"]["options"][int(rest) - 1]
            found = [value for name, value in option.items() if name.startswith("card") and name != "cards"]
        else:
            found = [ref for ref in dict.fromkeys(refs) if rest and rest.casefold() in self._card_name(ref).casefold()]
        for ref in found:
            self._print(self._displayed_card(ref).words)
        if not found:
            self._print(_("You see no such card."))

    def _why(self, rest: str) -> None:
        about = self.game_view["ask"]["about"]
        self._print(f"{about['clause']}: {about['rule']}" if "rule" in about else _("The card's own text asks."))

    def _log(self, rest: str) -> None:
        self._show_events(self.game_view["events"])

    def _take_back(self, rest: str) -> None:
        try:
            self.game.take_back()
        except ChoiceNotRevertibleError as refusal:
            self._print(_(refusal.sentence))
            return
        self._refresh_view()
        self._show_new_events()
        self._show_question()

    def _concede(self, rest: str) -> None:
        if self._read_line(_("Give the game up? Type concede again, or anything else to play on: ")) == "concede":
            raise PlayerConcededError
        self._show_question()

    def _quit(self, rest: str) -> None:
        raise PlayerLeftError

    # --- what there is ---------------------------------------------------------------------

    def _show_new_events(self) -> None:
        news = self.game_view["events"][self._shown_event_count() :]
        if news:
            self._print_heading(_("What happened"))
            self._show_events(news)
        self.events_shown |= {self.seat: len(self.game_view["events"])} if self.seat in self.people else {}

    def _show_events(self, events: Sequence[GameView]) -> None:
        for event in events:
            clause = event.get("clause")
            self._print(f"{event['text']} ({clause})" if clause else event["text"], hanging_indent=2)

    def _show_table(self, rest: str = "") -> None:
        """Tell the score and what lies where, the reader's side last."""
        self._print_heading(_("The table"))
        self._show_scores()
        table = arrange_table(self.game_view)
        for side in table["sides"]:
            if side["you"]:
                if table["shared"]:
                    self._print_heading(self._counts(table["shared"]))
                self._show_zones(table["between"])
            mate = _(" (your teammate)") if side["mate"] else ""
            self._print_heading(f"{side['name']}{mate}: {self._counts(side['counts'])}")
            self._show_zones([*side["zones"], *side["piles"]])
        if table["hand"]:
            self._show_zones([{"text": _("Your hand"), "cards": table["hand"]}])

    def _show_scores(self) -> None:
        table = arrange_table(self.game_view)
        if table["teams"]:
            self._print(table["teams"])
        for side in sorted(table["sides"], key=itemgetter("seat")):
            self._print(", ".join([f"{side['name']}: {side['points']}", *side["states"]]))

    def _counts(self, zones: Sequence[GameView]) -> str:
        return ", ".join(f"{zone['text']} {zone['count']}" for zone in zones)

    def _show_zones(self, zones: Sequence[GameView]) -> None:
        """Tell zone by zone what lies there; of a pile the names are enough."""
        for zone in zones:
            if zone.get("pile"):
                names = ", ".join(self._card_name(card["ref"]) for card in zone["cards"])
                self._print(f"{zone['text']} ({zone['count']}): {names}", hanging_indent=2)
                continue
            self._print(f"{zone['text']}:")
            self._show_cards(zone["cards"])

    def _show_cards(self, cards: Sequence[GameView]) -> None:
        for card in cards:
            self._print(self._card_line(card), indent=2, hanging_indent=2)
            for below in card["below"]:
                self._print(self._card_line(below), indent=4, hanging_indent=2)

    def _show_clash(self) -> None:
        """Tell what is fought out or waits to take effect."""
        if clash := arrange_table(self.game_view)["clash"]:
            self._print_heading(clash["text"])
            self._show_cards(clash["cards"])
            for line in clash["lines"]:
                self._print(line["text"], hanging_indent=2)

    def _card_line(self, card: GameView) -> str:
        """A card as it lies: its name, its kind and element, its figures, its marks."""
        card_shown = self._displayed_card(card["ref"])
        face = card_shown.face
        cost = [f"{face.corner_name} {face.corner}"] if card["unpaid"] else []
        figures = [*cost, *(f"{stat.label} {stat.value}".strip() for stat in face.stats)]
        kind = " · ".join(filter(None, (face.kind, card_shown.element)))
        return ", ".join([f"{face.name} ({kind})", *figures, *card["marks"]])

    def _card_name(self, ref: str) -> str:
        return self._displayed_card(ref).face.name

    def _displayed_card(self, ref: str) -> DisplayedCard:
        return get_displayed_card(self.game_view["game"], ref, self.language)

    # --- lines -----------------------------------------------------------------------------

    def _print_heading(self, text: str) -> None:
        self.console.print()
        self._print(text, style="bold")

    def _print(self, text: str, *, indent: int = 0, hanging_indent: int = 0, **style: Any) -> None:
        """Print a paragraph; what does not fit stands ``under`` its beginning by that much."""
        width = max(self.console.width - indent - hanging_indent, 20)
        for number, line in enumerate(Text(text, **style).wrap(self.console, width)):
            line.rstrip()
            self.console.print(Text(" " * (indent + (hanging_indent if number else 0))) + line)
