"""What one person sees of a game: the engine's view, in words. Pages, terminal and API show no more than this."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from cards.selectors import printed
from gameplay.engine.core import views
from gameplay.engine.core.asks import Option
from gameplay.engine.core.game import Game
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.sentences import Say
from gameplay.engine.core.table_layout import Felt
from gameplay.engine.core.views import JUDGE, view
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.clauses import clauses

Told = dict[str, Any]


def seen(game: OnlineGame, account: Account, *, language: str) -> Told | None:
    """Return what ``account`` sees of ``game`` as JSON, None if that is nothing at all.

    It is the game `in_words` with ``id``, ``number`` (of the question asked, from 0), ``players``, ``since``: how many
    events were there when ``account`` last chose, and ``takes_back``: whether they may take that choice back. Three
    queries, and those of the apps above.
    """
    sides = games.seats(game)
    if not games.may_watch(account, game, sides):
        return None
    state, since = games.played_since(game, account)
    names, bots = games.names(game, sides), [side.player.kind == Account.Kind.BOT for side in sides]
    players = [{"name": name, "bot": bot} for name, bot in zip(names, bots, strict=True)]
    told = in_words(state, games.seat_of(sides, account), names, language=language)
    head = {"id": str(game.pk), "variant": game.variant, "number": game.number}
    head |= {"title": full_title(state.ruleset, game.variant), "sense": variant_sense(state.ruleset, game.variant)}
    return head | {"players": players, "since": since, "takes_back": _takes_back(game, state, told)} | told


def _takes_back(game: OnlineGame, state: Game, told: Told) -> bool:
    """Whether who is told may take back their last choice."""
    asked = game.take_backs and state.ask is not None and state.ask.seat == told["seat"]
    return asked and state.free_choice() is not None


def in_words(state: Game, seat: int | None, names: Sequence[str], *, language: str) -> Told:
    """Return the view that ``seat`` has of ``state``, with a ``text`` beside each code.

    ``names`` are the players' by seat; ``teams`` lists the seats of each, if there are any, ``left`` those who have
    given up; ``phase`` is the part of the turn, if that has any. Beside a code stand the ``clause`` it follows from, where there is one, and
    ``reads``, where what is printed on its ``card`` is what happens; a question also says that ``rule``. It needs no query for sets of the site.
    """
    told, words = view(state, seat), state.ruleset.words
    teller = _Teller(state.ruleset, names, language)
    told["game"] = state.ruleset.name
    told["events"] = [teller.told(event, words.events) for event in told["events"]]
    told["clash"] = [teller.told(each, state.ruleset.felt.clash) for each in told["clash"]]
    told["teams"], told["left"] = state.table.teams(), list(state.table.left)
    told["phase"] = teller.word("step", told["step"]) if "step" in told else ""
    for zone in told["zones"]:
        zone["text"] = gettext(words.zones[zone["zone"]])
        for card in zone.get("cards", ()):
            card["marks"] = teller.marks(card)
    copies = _number_copies(told, state.ruleset.felt)
    if told["ask"] and "options" in told["ask"]:
        about = teller.told(told["ask"]["about"], words.asks)
        rule = {"rule": clauses(state.ruleset.name)[about["clause"]].sense} if "clause" in about else {}
        told["ask"]["about"] = about | rule
        options = [teller.told(option, words.options) for option in told["ask"]["options"]]
        told["ask"]["options"] = _told_apart(options, copies, _sides(told, names))
    if told["outcome"]:
        told["outcome"] |= {"text": teller.word("reason", told["outcome"]["reason"])}
        told["outcome"]["title"] = outcome_title(told["outcome"]["winners"], seat, names)
    return told


def said(state: Game, says: Mapping[str, Say], what: Option, names: Sequence[str], *, language: str) -> Told:
    """Return an event, an ask or an option of ``state`` with its ``text``, for whoever may see everything."""
    return _Teller(state.ruleset, names, language).told(views.told(state, says, what, JUDGE), says)


def full_title(ruleset: Ruleset, variant: str) -> str:
    """What a game of ``variant`` is called, wherever other games are played too."""
    return f"{ruleset.title}: {variant_title(ruleset, variant)}"


def variant_title(ruleset: Ruleset, variant: str) -> str:
    """What ``variant`` is called."""
    return gettext(ruleset.words.terms["variant"][variant])


def variant_sense(ruleset: Ruleset, variant: str) -> str:
    """How ``variant`` differs from the other ways to play, in a sentence."""
    return gettext(ruleset.words.terms["variant_sense"][variant])


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts codes with their fields in words, in the reader's language."""

    ruleset: Ruleset
    names: Sequence[str]
    language: str

    def told(self, told: Told, says: Mapping[str, Say]) -> Told:
        """Return ``told`` with its sentence as ``text``."""
        say = says[told["code"]]
        fields = {name: self.word(name, told[name]) for name in say.fields if name in told}
        fields |= {name: f"{fields[name]} ({self.names[owner]})" for name, owner in told.get("owners", {}).items()}
        beside = {"clause": say.clause} if say.clause else {}
        text = gettext(say.unseen if told.get("unseen") else say.sentence).format(**fields)
        parts = (
            {"head": gettext(say.head).format(**fields), "rest": gettext(say.rest).format(**fields)} if say.head else {}
        )
        return told | beside | ({"reads": True} if say.reads else {}) | parts | {"text": text}

    def marks(self, card: Told) -> list[str]:
        """What ``card`` bears, in words."""
        marks = self.ruleset.felt.marks
        return [gettext(words).format(**card) for mark, words in marks.items() if mark in card]

    def word(self, name: str, value: Any) -> Any:
        """What the field ``name`` is called that holds ``value``."""
        if name.startswith("seat"):
            return self.names[value]
        if name.startswith("card"):
            return printed(self.ruleset.name, value).name.in_(self.language)
        terms = self.ruleset.words.terms.get(name, {})
        return gettext(terms[value]) if value in terms else value


def _number_copies(told: Told, felt: Felt) -> dict[str, int]:
    """Number the copies of one card that lie openly in one zone, and return the numbers by handle."""
    numbers: dict[str, int] = {}
    for zone in told["zones"]:
        if zone["zone"] in {*felt.counted, *felt.piles}:
            continue
        lying = zone.get("cards", [])
        copies = Counter(card["ref"] for card in lying)
        so_far: Counter[str] = Counter()
        for card in lying:
            if copies[card["ref"]] > 1:
                so_far[card["ref"]] += 1
                numbers[card["id"]] = card["copy"] = so_far[card["ref"]]
    return numbers


def _sides(told: Told, names: Sequence[str]) -> dict[str, str]:
    """Before whom each card lies that is seen, by handle."""
    zones = [zone for zone in told["zones"] if zone["seat"] is not None]
    return {card["id"]: names[zone["seat"]] for zone in zones for card in zone.get("cards", ())}


def _told_apart(options: list[Told], copies: Mapping[str, int], sides: Mapping[str, str]) -> list[Told]:
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
