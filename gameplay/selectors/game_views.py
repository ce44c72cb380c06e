"""What one person sees of a game: the engine's view, in words. Pages, terminal and API show no more than this."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from cards.selectors import get_printed_card
from gameplay.engine.core import views
from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.sentences import Sentence
from gameplay.engine.core.table_layout import TableLayout
from gameplay.engine.core.views import JUDGE, view_for_seat
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.clauses import clauses

GameView = dict[str, Any]


def view_for_account(game: OnlineGame, account: Account, *, language: str) -> GameView | None:
    """Return what ``account`` sees of ``game`` as JSON, None if that is nothing at all.

    It is the game `in_words` with ``id``, ``number`` (of the question asked, from 0), ``players``, ``since``: how many
    events were there when ``account`` last chose, and ``takes_back``: whether they may take that choice back. Three
    queries, and those of the apps above.
    """
    sides = games.seats(game)
    if not games.may_watch(account, game, sides):
        return None
    state, since = games.state_with_seen_events(game, account)
    names, bots = games.player_names(game, sides), [side.player.kind == Account.Kind.BOT for side in sides]
    players = [{"name": name, "bot": bot} for name, bot in zip(names, bots, strict=True)]
    told = localized_view(state, games.seat_number(sides, account), names, language=language)
    head = {"id": str(game.pk), "variant": game.variant, "number": game.number}
    head |= {"title": full_title(state.ruleset, game.variant), "sense": variant_summary(state.ruleset, game.variant)}
    return head | {"players": players, "since": since, "takes_back": _may_take_back(game, state, told)} | told


def _may_take_back(game: OnlineGame, state: Game, game_view: GameView) -> bool:
    """Whether who is told may take back their last choice."""
    asked = game.take_backs and state.ask is not None and state.ask.seat == game_view["seat"]
    return asked and state.revertible_entry() is not None


def localized_view(state: Game, seat: int | None, names: Sequence[str], *, language: str) -> GameView:
    """Return the view that ``seat`` has of ``state``, with a ``text`` beside each code.

    ``names`` are the players' by seat; ``teams`` lists the seats of each, if there are any, ``left`` those who have
    given up; ``phase`` is the part of the turn, if that has any. Beside a code stand the ``clause`` it follows from, where there is one, and
    ``reads``, where what is printed on its ``card`` is what happens; a question also says that ``rule``. It needs no query for sets of the site.
    """
    told, words = view_for_seat(state, seat), state.ruleset.sentences
    teller = _Renderer(state.ruleset, names, language)
    told["game"] = state.ruleset.name
    told["events"] = [teller.render(event, words.events) for event in told["events"]]
    told["clash"] = [teller.render(each, state.ruleset.table_layout.resolving_sentences) for each in told["clash"]]
    told["teams"], told["left"] = state.table.teams(), list(state.table.conceded_seats)
    told["phase"] = teller.term("step", told["step"]) if "step" in told else ""
    for zone in told["zones"]:
        zone["text"] = gettext(words.zones[zone["zone"]])
        for card in zone.get("cards", ()):
            card["marks"] = teller.marks(card)
    copies = _number_copies(told, state.ruleset.table_layout)
    if told["ask"] and "options" in told["ask"]:
        about = teller.render(told["ask"]["about"], words.asks)
        rule = {"rule": clauses(state.ruleset.name)[about["clause"]].summary} if "clause" in about else {}
        told["ask"]["about"] = about | rule
        options = [teller.render(option, words.options) for option in told["ask"]["options"]]
        told["ask"]["options"] = _disambiguate(options, copies, _owner_names(told, names))
    if told["outcome"]:
        told["outcome"] |= {"text": teller.term("reason", told["outcome"]["reason"])}
        told["outcome"]["title"] = outcome_title(told["outcome"]["winners"], seat, names)
    return told


def localized_option(
    state: Game, sentences: Mapping[str, Sentence], option: Option, names: Sequence[str], *, language: str
) -> GameView:
    """Return an event, an ask or an option of ``state`` with its ``text``, for whoever may see everything."""
    return _Renderer(state.ruleset, names, language).render(
        views.visible_fields(state, sentences, option, JUDGE), sentences
    )


def full_title(ruleset: Ruleset, variant: str) -> str:
    """What a game of ``variant`` is called, wherever other games are played too."""
    return f"{ruleset.title}: {variant_title(ruleset, variant)}"


def variant_title(ruleset: Ruleset, variant: str) -> str:
    """What ``variant`` is called."""
    return gettext(ruleset.sentences.terms["variant"][variant])


def variant_summary(ruleset: Ruleset, variant: str) -> str:
    """How ``variant`` differs from the other ways to play, in a sentence."""
    return gettext(ruleset.sentences.terms["variant_sense"][variant])


@dataclass(frozen=True, slots=True)
class _Renderer:
    """Puts codes with their fields in words, in the reader's language."""

    ruleset: Ruleset
    names: Sequence[str]
    language: str

    def render(self, item: GameView, sentences: Mapping[str, Sentence]) -> GameView:
        """Return ``told`` with its sentence as ``text``."""
        say = sentences[item["code"]]
        fields = {name: self.term(name, item[name]) for name in say.fields if name in item}
        fields |= {name: f"{fields[name]} ({self.names[owner]})" for name, owner in item.get("owners", {}).items()}
        beside = {"clause": say.clause} if say.clause else {}
        text = gettext(say.redacted_template if item.get("unseen") else say.template).format(**fields)
        parts = (
            {"head": gettext(say.prefix).format(**fields), "rest": gettext(say.suffix).format(**fields)}
            if say.prefix
            else {}
        )
        return item | beside | ({"reads": True} if say.show_rules_text else {}) | parts | {"text": text}

    def marks(self, card: GameView) -> list[str]:
        """What ``card`` bears, in words."""
        marks = self.ruleset.table_layout.mark_templates
        return [gettext(words).format(**card) for mark, words in marks.items() if mark in card]

    def term(self, name: str, value: Any) -> Any:
        """What the field ``name`` is called that holds ``value``."""
        if name.startswith("seat"):
            return self.names[value]
        if name.startswith("card"):
            return get_printed_card(self.ruleset.name, value).name.in_language(self.language)
        terms = self.ruleset.sentences.terms.get(name, {})
        return gettext(terms[value]) if value in terms else value


def _number_copies(game_view: GameView, table_layout: TableLayout) -> dict[str, int]:
    """Number the copies of one card that lie openly in one zone, and return the numbers by handle."""
    numbers: dict[str, int] = {}
    for zone in game_view["zones"]:
        if zone["zone"] in {*table_layout.counted_zones, *table_layout.pile_zones}:
            continue
        lying = zone.get("cards", [])
        copies = Counter(card["ref"] for card in lying)
        so_far: Counter[str] = Counter()
        for card in lying:
            if copies[card["ref"]] > 1:
                so_far[card["ref"]] += 1
                numbers[card["id"]] = card["copy"] = so_far[card["ref"]]
    return numbers


def _owner_names(game_view: GameView, names: Sequence[str]) -> dict[str, str]:
    """Before whom each card lies that is seen, by handle."""
    zones = [zone for zone in game_view["zones"] if zone["seat"] is not None]
    return {card["id"]: names[zone["seat"]] for zone in zones for card in zone.get("cards", ())}


def _disambiguate(options: list[GameView], copies: Mapping[str, int], sides: Mapping[str, str]) -> list[GameView]:
    """``options``, with whose card each is about where several players' may be chosen; of copies with the number, too."""
    alike = Counter(option["text"] for option in options)
    whose = [next((sides[handle] for handle in option["cards"][-1:] if handle in sides), "") for option in options]
    among = {option["code"]: set[str]() for option in options}
    for option, name in zip(options, whose, strict=True):
        among[option["code"]].add(name)
    for option, name in zip(options, whose, strict=True):
        numbers = [f"#{copies[handle]}" for handle in option["cards"] if handle in copies and alike[option["text"]] > 1]
        marks = [*([name] if len(among[option["code"]] - {""}) > 1 else []), *numbers]
        if any(marks):
            for words in {"text", "rest"} & option.keys():
                option[words] += f" ({', '.join(filter(None, marks))})"
    return options


def outcome_title(winners: Sequence[int], seat: int | None, names: Sequence[str]) -> str:
    """Who has won, as ``seat`` reads it."""
    others = get_text_list([names[winner] for winner in winners if winner != seat], gettext("and"))
    if not winners:
        return gettext("A drawn game")
    if seat not in winners:
        title = ngettext("%(names)s wins this game", "%(names)s win this game", len(winners))
        return title % {"names": others}
    return gettext("You and %(names)s win this game") % {"names": others} if others else gettext("You win this game")
