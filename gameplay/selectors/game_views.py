"""The game view in the reader's language: what one player may see. Pages, terminal and API show no more than this."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils.translation import get_language, gettext, ngettext

from cards.languages import after_term, join_with_and
from cards.selectors import get_printed_card
from gameplay.engine.core import views
from gameplay.engine.core.asks import Option
from gameplay.engine.core.automatic_passes import can_pass_in_window
from gameplay.engine.core.bundling import ends_turn_early, has_price, payment_for
from gameplay.engine.core.entries import STOP
from gameplay.engine.core.game import Game
from gameplay.engine.core.named_choices import resolve_option
from gameplay.engine.core.ruleset import Ruleset
from gameplay.engine.core.sentences import TERMS, Sentence
from gameplay.engine.core.table_layout import TableLayout
from gameplay.engine.core.views import JUDGE, view_for_seat
from gameplay.models import Account, GameSeat, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.clauses import clauses
from gameplay.selectors.lessons import LESSON
from gameplay.selectors.loaded_games import borrowed_state

GameView = dict[str, Any]


def view_for_account(game: OnlineGame, account: Account, *, language: str, first_event: int = 0) -> GameView | None:
    """Return the game view of ``account`` as JSON data, or None if the account may not watch ``game``.

    It is the `localized_view` with ``id``, ``number`` (of the current question, from 0), ``players``, ``since`` (the
    number of events when ``account`` last chose), ``takes_back`` (whether they may take that choice back), ``passing``
    (what ends their automatic passes, "" without), ``windowed`` (whether they can pass in a window) and ``ends_turn``
    (whether they can end their turn). Events before ``first_event`` are left out; a negative number counts from the
    last one. One or two queries, plus those of the apps above.
    """
    seats = games.known_seats(game)
    if not games.may_watch(account, game, seats):
        return None
    names, bots = games.player_names(game, seats), [seat.player.kind == Account.Kind.BOT for seat in seats]
    players = [{"name": name, "bot": bot} for name, bot in zip(names, bots, strict=True)]
    seat = games.seat_number(seats, account)
    with borrowed_state(game) as loaded:
        if loaded.number != game.number:  # another request has stored a choice since the game was read
            game.refresh_from_db()
        state, since = loaded.state, loaded.events_before_last_choice(account.pk)
        view = localized_view(state, seat, names, language=language, first_event=first_event)
        head = {"id": str(game.pk), "variant": game.variant, "number": game.number}
        head |= {"title": full_title(state.ruleset, game.variant), "players": players, "since": since}
        head |= {"sense": variant_summary(state.ruleset, game.variant)}
        head |= {"takes_back": _may_take_back(game, state, view)}
        return head | _bundles(game, state, seats, view) | view


def _may_take_back(game: OnlineGame, state: Game, game_view: GameView) -> bool:
    """Return whether the reader may take back their last choice."""
    is_asked = game.take_backs and state.ask is not None and state.ask.seat == game_view["seat"]
    return is_asked and state.revertible_entry() is not None


def _bundles(game: OnlineGame, state: Game, seats: Sequence[GameSeat], game_view: GameView) -> GameView:
    """Return what the reader can answer in one go; mark the options with a payment as ``pays``.

    In a lesson, each question is answered by itself.
    """
    seat, ask = game_view["seat"], state.ask
    instruction = None if seat is None else seats[seat].pass_instruction
    is_asked = ask is not None and ask.seat == seat and game.guide != LESSON
    if is_asked:
        assert ask is not None
        for shown, option in zip(game_view["ask"]["options"], ask.options, strict=True):
            shown["pays"] = has_price(state, option)
    return {
        "passing": instruction.until if instruction and instruction.is_in_force(state, seat) else "",
        "windowed": is_asked and can_pass_in_window(state),
        "ends_turn": is_asked and ends_turn_early(state),
    }


def payment_steps(game: OnlineGame, account: Account, option: int, *, language: str) -> list[GameView] | None:
    """Return ``option`` of the current question and the answers that pay for it, each with its ``text`` and ``times``.

    Equal answers in a row are one step. None if the account is not asked. Raise NoSuchOptionError.
    """
    seats = games.seats(game)
    with borrowed_state(game) as loaded:
        state = loaded.state
        if state.ask is None or games.seat_number(seats, account) != state.ask.seat:
            return None
        names, sentences = games.player_names(game, seats), state.ruleset.sentences.options
        answers = payment_for(state, resolve_option(state, option))
        return [
            localized_option(state, sentences, answer, names, language=language) | {"times": len(list(equal))}
            for answer, equal in groupby(answers)
        ]


def localized_view(
    state: views.ViewedGame, seat: int | None, names: Sequence[str], *, language: str, first_event: int = 0
) -> GameView:
    """Return the view that ``seat`` has of ``state``, with a ``text`` for each code.

    ``names`` are the players' names by seat. ``teams`` has the seats of each team, ``left`` the seats that have
    conceded, ``phase`` the name of the current step, if the game has steps. An item with a code may also have the
    ``clause`` that it follows from, and ``reads`` if the rules text of its ``card`` explains it. A question also has
    the summary of its clause as ``rule``. No query for bundled sets.
    """
    view, sentences = view_for_seat(state, seat, first_event=first_event), state.ruleset.sentences
    renderer = _Renderer(state.ruleset, names, language)
    view["game"] = state.ruleset.name
    view["events"] = [renderer.render(event, sentences.events) for event in view["events"]]
    view["clash"] = [renderer.render(item, state.ruleset.table_layout.resolving_sentences) for item in view["clash"]]
    view["event_count"] = len(state.table.events)
    view["teams"], view["left"] = state.table.teams(), list(state.table.conceded_seats)
    view["phase"] = renderer.term("step", view["step"]) if "step" in view else ""
    for zone in view["zones"]:
        zone["text"] = renderer.text(sentences.zones[zone["zone"]])
        for card in zone.get("cards", ()):
            card["marks"] = renderer.marks(card)
    copies = _number_copies(view, state.ruleset.table_layout)
    if view["ask"] and "options" in view["ask"]:
        about = renderer.render(view["ask"]["about"], sentences.asks)
        view["ask"]["about"] = about | _rule(state.ruleset, about, language)
        options = [renderer.render(option, sentences.options) for option in view["ask"]["options"]]
        view["ask"]["options"] = _disambiguate(options, copies, _owner_names(view, names))
    if view["outcome"]:
        view["outcome"] |= {"text": renderer.term("reason", view["outcome"]["reason"])}
        view["outcome"]["title"] = outcome_title(view["outcome"], seat, names)
    return view


def _rule(ruleset: Ruleset, about: GameView, language: str) -> GameView:
    """Return the summary of the clause of a question as ``rule``, or nothing if it has no clause."""
    return {"rule": clauses(ruleset.name)[about["clause"]].summary.in_language(language)} if "clause" in about else {}


def localized_option(
    state: Game,
    sentences: Mapping[str, Sentence],
    option: Option,
    names: Sequence[str],
    *,
    language: str,
    seat: int = JUDGE,
) -> GameView:
    """Return an event, a question or an option of ``state`` with its ``text``, as ``seat`` sees it."""
    return _Renderer(state.ruleset, names, language).render(
        views.visible_fields(state, sentences, option, seat), sentences
    )


def full_title(ruleset: Ruleset, variant: str) -> str:
    """Return the title of ``variant`` with the title of its game."""
    return after_term(ruleset.title, variant_title(ruleset, variant))


def variant_title(ruleset: Ruleset, variant: str) -> str:
    """Return the title of ``variant`` without that of its game."""
    return gettext(ruleset.sentences.terms["variant"][variant])


def variant_summary(ruleset: Ruleset, variant: str) -> str:
    """Return a sentence on how ``variant`` differs from the other variants."""
    return gettext(ruleset.sentences.terms["variant_sense"][variant])


@dataclass(frozen=True, slots=True)
class _Renderer:
    """Renders codes with their fields as sentences in the reader's language."""

    ruleset: Ruleset
    names: Sequence[str]
    language: str
    interface: str | None = field(default_factory=get_language)
    """The active language, that of sentences. Cards are named in ``language``."""

    def render(self, item: GameView, sentences: Mapping[str, Sentence]) -> GameView:
        """Return ``item`` with its sentence as ``text``."""
        sentence = sentences[item["code"]]
        fields = {name: self.term(name, item[name]) for name in sentence.fields if name in item}
        fields |= {name: f"{fields[name]} ({self.names[owner]})" for name, owner in item.get("owners", {}).items()}
        clause = {"clause": sentence.clause} if sentence.clause else {}
        text = self.text(sentence.redacted_template if item.get("unseen") else sentence.template).format(**fields)
        parts = (
            {"head": self.text(sentence.prefix).format(**fields), "rest": self.text(sentence.suffix).format(**fields)}
            if sentence.prefix
            else {}
        )
        return item | clause | ({"reads": True} if sentence.show_rules_text else {}) | parts | {"text": text}

    def marks(self, card: GameView) -> list[str]:
        """Return the marks on ``card`` as text."""
        templates = self.ruleset.table_layout.mark_templates
        return [self.text(template).format(**card) for mark, template in templates.items() if mark in card]

    def text(self, message: str) -> str:
        """Return the translation of ``message``."""
        return _translation(message, self.interface)

    def term(self, name: str, value: Any) -> Any:
        """Return the word for ``value`` of the field ``name``, or ``value`` itself if there is none."""
        if name.startswith("seat"):
            return self.names[value]
        if name.startswith("card"):
            return get_printed_card(self.ruleset.name, value).name.in_language(self.language)
        terms = {**TERMS.get(name, {}), **self.ruleset.sentences.terms.get(name, {})}
        return self.text(terms[value]) if value in terms else value


@lru_cache(maxsize=4096)
def _translation(message: str, interface: str | None) -> str:
    """Return ``message`` in the active language ``interface``. Uncached look-ups would take half of a view's time."""
    return gettext(message)


def _number_copies(game_view: GameView, table_layout: TableLayout) -> dict[str, int]:
    """Number the copies of a card that are visible in one zone, and return the numbers by card id."""
    numbers: dict[str, int] = {}
    for zone in game_view["zones"]:
        if zone["zone"] in {*table_layout.counted_zones, *table_layout.pile_zones}:
            continue
        cards = zone.get("cards", [])
        copies = Counter(card["ref"] for card in cards)
        seen: Counter[str] = Counter()
        for card in cards:
            if copies[card["ref"]] > 1:
                seen[card["ref"]] += 1
                numbers[card["id"]] = card["copy"] = seen[card["ref"]]
    return numbers


def _owner_names(game_view: GameView, names: Sequence[str]) -> dict[str, str]:
    """Return the name of the player on whose side each visible card is, by card id."""
    zones = [zone for zone in game_view["zones"] if zone["seat"] is not None]
    return {card["id"]: names[zone["seat"]] for zone in zones for card in zone.get("cards", ())}


def _disambiguate(options: list[GameView], copies: Mapping[str, int], owners: Mapping[str, str]) -> list[GameView]:
    """Return ``options``, with the card's owner if cards of several players are offered, and the numbers of copies."""
    count_by_text = Counter(option["text"] for option in options)
    owner_names = [next((owners[card] for card in option["cards"][-1:] if card in owners), "") for option in options]
    owners_by_code = {option["code"]: set[str]() for option in options}
    for option, name in zip(options, owner_names, strict=True):
        owners_by_code[option["code"]].add(name)
    for option, name in zip(options, owner_names, strict=True):
        is_ambiguous = count_by_text[option["text"]] > 1
        numbers = [f"#{copies[card]}" for card in option["cards"] if card in copies and is_ambiguous]
        suffixes = [*([name] if len(owners_by_code[option["code"]] - {""}) > 1 else []), *numbers]
        if any(suffixes):
            for key in {"text", "rest"} & option.keys():
                option[key] += f" ({', '.join(filter(None, suffixes))})"
    return options


def outcome_title(outcome: Mapping[str, Any], seat: int | None, names: Sequence[str]) -> str:
    """Return who has won the game as a title for ``seat``, None for a spectator."""
    winners: Sequence[int] = outcome["winners"]
    others = join_with_and(names[winner] for winner in winners if winner != seat)
    if outcome["reason"] == STOP:
        return gettext("A game without a result")
    if not winners:
        return gettext("A drawn game")
    if seat not in winners:
        title = ngettext("%(names)s wins this game", "%(names)s win this game", len(winners))
        return title % {"names": others}
    return gettext("You and %(names)s win this game") % {"names": others} if others else gettext("You win this game")
