"""Plays a game in a terminal, with the same sentences as the page. Options are chosen by number.

Meaning is never conveyed by position or colour alone, so the output also works with a screen reader, a narrow window or
a pipe. Headings are bold if the terminal supports it.
"""

import sys
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from rich.console import Console
from rich.text import Text

from cards.character_width import FULL_WIDTH_ASCII
from cards.selectors import DisplayedCard, get_displayed_card
from gameplay.engine.core.asks import PASS, PLAY, RESPOND, Ask, Option
from gameplay.engine.core.bundling import can_pass_to_turn_end, payment_for
from gameplay.engine.core.correction import ChoiceNotRevertibleError
from gameplay.engine.core.errors import NoSuchOptionError
from gameplay.engine.core.game import Game
from gameplay.selectors.card_uses import CardUse, card_uses
from gameplay.selectors.game_views import GameView, localized_option, localized_view
from gameplay.selectors.layout import arrange_table
from gameplay.services.bundles import TurnNotEndedHereError


class PlayerLeftError(Exception):
    """The player has left the game unfinished."""


class PlayerConcededError(Exception):
    """The player concedes."""


class Terminal:
    """The human players of a game, who choose on ``console``. It is a `gameplay.engine.bots.policies.BotPolicy`.

    ``people`` are their seats. Several people share the screen, which is cleared for each turn. Raise PlayerLeftError
    at the end of the input or when interrupted, PlayerConcededError when a concession is confirmed.
    """

    def __init__(self, console: Console, people: Sequence[int], names: Sequence[str], language: str) -> None:
        self.console, self.people, self.names, self.language = console, people, names, language
        self.game: Game
        self.game_view: GameView = {}
        self.seat = people[0] if len(people) == 1 else -1  # the seat of the player at the screen
        self.events_shown = dict.fromkeys(people, 0)  # the number of events that each player has seen
        self.tables_shown = dict.fromkeys(people, -1)  # the last turn for which each player has seen the table
        self.payment: list[Option] = []  # the answers that are left of a payment
        self.passing: tuple[int, str] = (-1, "")  # the turn in which this kind of question is passed automatically

    def __call__(self, game: Game) -> Option:
        """Show the new events and the question, and return the chosen option."""
        assert game.ask is not None
        self.game = game
        if (option := self._bundled_answer(game, game.ask)) is not None:
            return option
        if self.seat != game.ask.seat:
            self._switch_player(game.ask.seat)
        self._refresh_view()
        self._show_new_events()
        if self.tables_shown[self.seat] != self.game_view["turn"]:
            self.tables_shown[self.seat] = self.game_view["turn"]
            self._show_table()
        self._show_question()
        answer = self._read_answer()  # the player may take a choice back first, which changes the question
        return game.ask.options[answer]

    def _bundled_answer(self, game: Game, ask: Ask) -> Option | None:
        """Return the answer to ``ask`` that follows from an earlier command of the same player, if any."""
        if ask.seat != self.seat:
            return None
        if self.payment:
            option = self.payment.pop(0)
            if option in ask.options:
                return option
            self.payment.clear()
        return PASS if self.passing == (game.table.turn, ask.kind) and PASS in ask.options else None

    def show_start(self, title: str, seed: int) -> None:
        """Show the title and the seed."""
        self._print(title, style="bold")
        self._print(_("Seed %(seed)s: use it to play this game again. Type ? for help.") % {"seed": seed})

    def show_departure(self) -> None:
        """Show that the game was left unfinished."""
        self._print(_("You left the game unfinished."))

    def show_outcome(self, game: Game) -> None:
        """Show the last events and the winners."""
        self.game = game
        if len(self.people) > 1:
            self.seat = -1
        self._refresh_view()
        self._show_new_events()
        self._print_heading(self.game_view["outcome"]["title"])
        self._show_scores()

    def _refresh_view(self) -> None:
        """Build the view of the player at the screen, or the public view when a game of several people is over."""
        seat = self.seat if self.seat in self.people else None
        self.game_view = localized_view(self.game, seat, self.names, language=self.language)
        self.game_view |= {"players": [{"name": name} for name in self.names], "since": self._shown_event_count()}

    def _shown_event_count(self) -> int:
        """Return the number of events that the player at the screen has seen, or that all of several people have."""
        return self.events_shown.get(self.seat, min(self.events_shown.values()))

    def _switch_player(self, seat: int) -> None:
        """Clear the screen, and wait for the player at ``seat``."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # the scrollback, too
        self.seat = seat
        prompt = _("It is %(name)s's turn to choose. Press Enter when only you can see the screen: ")
        self._read_line(prompt % {"name": self.names[seat]})

    # --- the question ----------------------------------------------------------------------

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
        """Carry out typed commands until a number is typed. Return the index of its option, from 0."""
        while True:
            word, _space, argument = self._read_line(_("Your choice, or ? for help: ")).partition(" ")
            if command := self._commands().get(word.casefold()):
                command(argument.strip())
                assert self.game.ask is not None
                if (option := self._bundled_answer(self.game, self.game.ask)) is not None:
                    return self.game.ask.options.index(option)
            elif self._is_option(word):
                return int(word) - 1
            elif word:
                self._print(_(NoSuchOptionError.sentence).format(option=word))
            else:
                self._show_question()

    def _is_option(self, word: str) -> bool:
        return word.isdecimal() and 1 <= int(word) <= len(self.game_view["ask"]["options"])

    def _read_line(self, prompt: str) -> str:
        """Return the typed line. Raise PlayerLeftError at the end of the input."""
        try:
            line = self.console.input(Text(prompt)).translate(FULL_WIDTH_ASCII).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise PlayerLeftError from None
        if not sys.stdin.isatty():  # echo the input of a pipe
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
            "pay": self._pay,
            "end": self._end_turn,
            "skip": self._skip_windows,
            "u": self._take_back,
            "concede": self._concede,
            "quit": self._quit,
        }

    def _help(self, argument: str) -> None:
        for line in (
            _("Type a number to choose that option. Press Enter to see the question again."),
            _("text 2: read the card of option 2. text and part of a name: read any card you can see."),
            _("table: show the table. log: show the whole game. why: show the rule behind the question."),
            _("why and part of a name: what that card can do now, and why not."),
            _("pay 2: choose option 2 and see how it is paid for, before you confirm."),
            _("end: end your turn. skip: pass in all windows of this turn."),
            _("u: take back your last choice, if nothing has been revealed since."),
            _("concede: concede the game. quit: leave the game unfinished."),
        ):
            self._print(line)

    def _text(self, argument: str) -> None:
        """Print the card of an option, or all visible cards whose name contains ``argument``."""
        visible = [card["ref"] for zone in self.game_view["zones"] for card in zone.get("cards", ())]
        if self._is_option(argument):
            option = self.game_view["ask"]["options"][int(argument) - 1]
            refs = [value for name, value in option.items() if name.startswith("card") and name != "cards"]
        else:
            part = argument.casefold()
            refs = [ref for ref in dict.fromkeys(visible) if part and part in self._card_name(ref).casefold()]
        for ref in refs:
            self._print(self._displayed_card(ref).words)
        if not refs:
            self._print(_("You cannot see a card with this name."))

    def _why(self, argument: str) -> None:
        """Print the rule behind the question, or what the cards whose name contains ``argument`` can do now."""
        if argument:
            self._show_card_uses(argument.casefold())
            return
        about = self.game_view["ask"]["about"]
        self._print(
            f"{about['clause']}: {about['rule']}" if "rule" in about else _("The card's text asks this question.")
        )

    def _show_card_uses(self, part: str) -> None:
        """Print what visible cards can do now, and why not. Cards with the same lines are printed once."""
        lines: dict[str, None] = {}
        for card in (card for zone in self.game_view["zones"] for card in zone.get("cards", ())):
            name = self._card_name(card["ref"])
            if part in name.casefold():
                uses = card_uses(self.game, self.seat, card["id"], self.names, language=self.language) or []
                lines |= dict.fromkeys(self._use_line(name, use) for use in uses)
        for line in lines or [_("You cannot see a card with this name.")]:
            self._print(line, hanging_indent=2)

    @staticmethod
    def _use_line(name: str, use: CardUse) -> str:
        clause = f" ({use.clause})" if use.clause else ""
        return f"{use.text or name}: {_('Possible now.') if use.is_possible else use.reason}{clause}"

    def _log(self, argument: str) -> None:
        self._show_events(self.game_view["events"])

    def _pay(self, argument: str) -> None:
        """Show how an option is paid for, and pay for it if the player confirms."""
        if not self._is_option(argument):
            self._print(_(NoSuchOptionError.sentence).format(option=argument))
            return
        assert self.game.ask is not None
        payment = payment_for(self.game, self.game.ask.options[int(argument) - 1])
        sentences = self.game.ruleset.sentences.options
        for number, answer in enumerate(payment, 1):
            view = localized_option(self.game, sentences, answer, self.names, language=self.language)
            self._print(f"{number}. {view['text']}", hanging_indent=3)
        if self._read_line(_("Pay like this? Type y to confirm, or anything else to choose yourself: ")) == "y":
            self.payment = payment

    def _end_turn(self, argument: str) -> None:
        if can_pass_to_turn_end(self.game):
            self.passing = (self.game.table.turn, PLAY)
        else:
            self._print(_(TurnNotEndedHereError.sentence))

    def _skip_windows(self, argument: str) -> None:
        if len(self.people) > 1:  # the others would see how fast it goes
            self._print(_("This is only possible if you are the only person in the game."))
        else:
            self.passing = (self.game.table.turn, RESPOND)

    def _take_back(self, argument: str) -> None:
        try:
            self.game.take_back()
        except ChoiceNotRevertibleError as refusal:
            self._print(_(refusal.sentence))
            return
        self._refresh_view()
        self._show_new_events()
        self._show_question()

    def _concede(self, argument: str) -> None:
        if (
            self._read_line(_("Concede this game? Type concede again to confirm, or anything else to play on: "))
            == "concede"
        ):
            raise PlayerConcededError
        self._show_question()

    def _quit(self, argument: str) -> None:
        raise PlayerLeftError

    # --- the events and the table ----------------------------------------------------------

    def _show_new_events(self) -> None:
        new_events = self.game_view["events"][self._shown_event_count() :]
        if new_events:
            self._print_heading(_("What happened"))
            self._show_events(new_events)
        self.events_shown |= {self.seat: len(self.game_view["events"])} if self.seat in self.people else {}

    def _show_events(self, events: Sequence[GameView]) -> None:
        for event in events:
            clause = event.get("clause")
            self._print(f"{event['text']} ({clause})" if clause else event["text"], hanging_indent=2)

    def _show_table(self, argument: str = "") -> None:
        """Print the scores and all zones, the reader's own side last."""
        self._print_heading(_("The table"))
        self._show_scores()
        table = arrange_table(self.game_view)
        for side in table["sides"]:
            if side["you"]:
                if table["shared"]:
                    self._print_heading(self._counts(table["shared"]))
                self._show_zones(table["between"])
            suffix = _(" (your teammate)") if side["mate"] else ""
            self._print_heading(f"{side['name']}{suffix}: {self._counts(side['counts'])}")
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
        """Print the cards of each zone, and of a pile only their names."""
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
        """Print the cards and effects that are being resolved."""
        if clash := arrange_table(self.game_view)["clash"]:
            self._print_heading(clash["text"])
            self._show_cards(clash["cards"])
            for line in clash["lines"]:
                self._print(line["text"], hanging_indent=2)

    def _card_line(self, card: GameView) -> str:
        """Return a card in one line: its name, type, element, stats and marks."""
        displayed = self._displayed_card(card["ref"])
        face = displayed.face
        cost = [f"{face.corner_name} {face.corner}"] if card["unpaid"] else []
        stats = [*cost, *(f"{stat.label} {stat.value}".strip() for stat in face.stats)]
        kind = " · ".join(filter(None, (face.kind, displayed.element)))
        return ", ".join([f"{face.name} ({kind})", *stats, *card["marks"]])

    def _card_name(self, ref: str) -> str:
        return self._displayed_card(ref).face.name

    def _displayed_card(self, ref: str) -> DisplayedCard:
        return get_displayed_card(self.game_view["game"], ref, self.language)

    # --- lines -----------------------------------------------------------------------------

    def _print_heading(self, text: str) -> None:
        self.console.print()
        self._print(text, style="bold")

    def _print(self, text: str, *, indent: int = 0, hanging_indent: int = 0, **style: Any) -> None:
        """Print a paragraph. Its further lines are indented by ``hanging_indent`` more than the first."""
        width = max(self.console.width - indent - hanging_indent, 20)
        for number, line in enumerate(Text(text, **style).wrap(self.console, width)):
            line.rstrip()
            self.console.print(Text(" " * (indent + (hanging_indent if number else 0))) + line)
