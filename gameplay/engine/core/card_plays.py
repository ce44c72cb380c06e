"""What a player could do with a card now, and why they cannot.

A game provides `Ruleset.plays_of`, all options that a card could ever be used for where it lies, and
`Ruleset.refusal_reason`, why one of them is illegal now. A refused choice and a card that cannot be played both get
their reason here. Both functions use only what the asked seat can see.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from gameplay.engine.core.asks import Ask, Option
from gameplay.engine.core.errors import RefusalReason, _
from gameplay.engine.core.ruleset import TableT

if TYPE_CHECKING:
    from gameplay.engine.core.game import Game

HAND = "hand"

COPY_OFFERED = RefusalReason("copy_offered", "", _("Another copy of this card is offered. Choose that one."))
"""The reason for a card in the hand if the same choice is possible with another copy there."""

ReasonFinder: TypeAlias = Callable[[TableT, Ask, Option], str]
"""Returns the code of the reason why an option is illegal at an ask, or "" if none is known."""


class CardPlay(NamedTuple):
    """A use of a card as an option of the game.

    ``is_offered`` is true if it is an option of the pending ask. Otherwise ``reason`` is why it is not, or None if the
    game does not know.
    """

    option: Option
    is_offered: bool
    reason: RefusalReason | None


def plays_of_card(game: "Game", card: int) -> list[CardPlay]:
    """Return what the asked seat can do with ``card`` and what it cannot, the offered options first.

    The seat must see the face of the card. Plays with the same code are refused once for each reason, and not at all if
    one of them is offered.
    """
    ask = game.ask
    assert ask is not None
    possible = game.ruleset.plays_of(game.table, ask.seat, card)
    offered = [option for option in ask.options if option in possible or card in _cards_of(game, option)]
    plays = [CardPlay(option, True, None) for option in offered]
    codes, seen = {option[0] for option in offered}, set()
    for option in possible:
        if option[0] in codes:
            continue
        reason = refusal_reason(game, option)
        if reason is not None and (option[0], reason.code) not in seen:
            seen.add((option[0], reason.code))
            plays.append(CardPlay(option, False, reason))
    return plays


def kinds_of_play(game: "Game", seat: int, card: int) -> list[Option]:
    """Return the first play of each code for which ``seat`` could use ``card``, also if another seat is asked.

    The seat must see the face of the card.
    """
    by_code: dict[str, Option] = {}
    for option in game.ruleset.plays_of(game.table, seat, card):
        by_code.setdefault(option[0], option)
    return list(by_code.values())


def refusal_reason(game: "Game", option: Option) -> RefusalReason | None:
    """Return why ``option``, which is not among the options of the pending ask, is illegal; None if it is not known.

    ``option`` may be malformed; then no reason is known.
    """
    ask = game.ask
    assert ask is not None
    if not game.ruleset.sentences.is_well_formed_option(option, cards=len(game.table.owners)):
        return None
    if _is_copy_offered(game, ask, option):
        return COPY_OFFERED
    return game.ruleset.refusal_reason(game.table, ask, option)


def find_reason(
    finders: Mapping[str, ReasonFinder[TableT]],
    reasons: Mapping[str, RefusalReason],
    table: TableT,
    ask: Ask,
    option: Option,
) -> RefusalReason | None:
    """Return the reason that the finder for the code of ``option`` names, or None if none is known.

    A game's `Ruleset.refusal_reason` calls this with its ``finders`` by the code of an option, and its ``reasons`` by
    their own code.
    """
    finder = finders.get(option[0])
    return reasons.get(finder(table, ask, option)) if finder else None


def _cards_of(game: "Game", option: Option) -> Iterator[int]:
    """Yield the cards of ``option`` whose faces the asked seat sees."""
    fields = game.ruleset.sentences.options[option[0]].fields
    return (value for name, value in zip(fields, option[1:], strict=True) if name.startswith("card"))


def _is_copy_offered(game: "Game", ask: Ask, option: Option) -> bool:
    """Return whether an option differs from ``option`` only by a copy of a card that lies in the hand, too."""
    hand = next((zone.cards for zone in game.table.zones() if (zone.name, zone.seat) == (HAND, ask.seat)), ())
    faces = game.table.cards
    own = set(_cards_of(game, option)) & {*hand}
    if not own:
        return False

    def with_faces(each: Option) -> list[object]:
        fields = game.ruleset.sentences.options[each[0]].fields
        named = zip(fields, each[1:], strict=True)
        return [faces[value] if name.startswith("card") and value in hand else value for name, value in named]

    wanted = with_faces(option)
    return any(each[0] == option[0] and with_faces(each) == wanted for each in ask.options)
