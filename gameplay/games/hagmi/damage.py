"""Damage to cards and players, and defeat (HAG-7.1.5 to 7.1.8, 7.3, 7.4, 12, 13)."""

from collections.abc import Mapping

from gameplay.engine.core.asks import CARD, Ask, GameEnded, Option, Outcome, RuleGenerator
from gameplay.engine.core.zones import distinct_cards
from gameplay.engine.text.effects import perform
from gameplay.games.hagmi.discards import destroy_damaged, discard_in_order
from gameplay.games.hagmi.table import HagmiTable, turn_order
from gameplay.games.hagmi.triggers import trigger_cards_of


def damage_cards(table: HagmiTable, amounts: Mapping[int, int]) -> RuleGenerator:
    """Deal damage to cards simultaneously, then destroy cards with enough damage (HAG-7.1.5)."""
    for card, amount in amounts.items():
        if amount > 0:
            table.damage_taken[card] = table.damage_taken.get(card, 0) + amount  # HAG-7.1.6
            table.events.append(("damaged", card, amount))
    yield from destroy_damaged(table)


def damage_players(table: HagmiTable, amounts: Mapping[int, int]) -> RuleGenerator:
    """Deal damage to players simultaneously; damage of 0 counts as no damage (HAG-7.3.9).

    Defeat depends on the damage decks before the damage. After that, players draw in turn order (HAG-7.4.3).
    """
    hit = [seat for seat in turn_order(table, table.active) if amounts.get(seat, 0) > 0 and not table.defeated[seat]]
    for seat in hit:
        table.player_hit = True
        table.events.append(("hit", seat, amounts[seat]))
    lost = [seat for seat in hit if not table.damage[seat]]
    if lost:
        check_defeat(table, lost)
    for seat in hit:
        if seat not in lost:
            yield from draw_damage(table, seat, amounts[seat])
            yield from trigger_cards_of(table, seat, "you_are_hit")


def draw_damage(table: HagmiTable, seat: int, amount: int) -> RuleGenerator:
    """Draw and reveal up to ``amount`` damage cards, then play or keep each of them (HAG-7.3.1 to 7.3.6)."""
    pile = table.damage[seat]
    left: list[int] = []
    for _ in range(min(amount, len(pile))):
        card = table.chance.take(pile)
        table.limbo.append(card)
        left.append(card)
        table.events.append(("revealed", seat, card))
    while left:
        cards = distinct_cards(table, left)
        options: list[Option] = [(code, card) for card in cards for code in ("play_damage", "keep")]
        code, card = yield Ask(seat, CARD, options, ("damage_cards", len(left)))
        left.remove(card)
        if code == "keep":
            table.limbo.remove(card)
            table.hand[seat].append(card)
            table.events.append(("kept", seat, card))
        else:
            yield from play_damage_card(table, seat, card)


def play_damage_card(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
    """Play a damage card that was just drawn, at no cost (HAG-7.3.4, 7.3.10)."""
    table.events.append(("suffered", seat, card))
    yield from perform(table.cards[card].effects, table, seat, card)
    yield from finish_card(table, seat, card, [])


def finish_card(table: HagmiTable, seat: int, card: int, paid: list[int]) -> RuleGenerator:
    """Move a resolved card and the cards paid for it to their zones (HAG-4.4.3, 4.4.4).

    The card is in limbo. The ``paid`` cards are in no zone.
    """
    table.limbo.remove(card)
    if table.cards[card].stays:
        table.facilities[seat].append(card)
        yield from discard_in_order(table, seat, paid)
    else:
        yield from discard_in_order(table, seat, [card, *paid])


# --- end of the game ------------------------------------------------------------------------


def check_defeat(table: HagmiTable, lost: list[int]) -> None:
    """Defeat the seats in ``lost``, which took damage without a damage deck (HAG-7.3.7), or their team (HAG-13.2).

    Raise GameEnded if at most one side is left: it wins (HAG-12.7); if no side is left, the game is drawn (HAG-OP-19).
    """
    for seat in lost:
        if is_kept_by_team(table, seat):
            table.events.append(("holds_out", seat))  # HAG-13.3
            continue
        for other in range(table.seats):
            if table.are_allied(seat, other) and not table.defeated[other]:
                table.defeated[other] = True
                table.events.append(("defeated", other))
    left = tuple(seat for seat in range(table.seats) if not table.defeated[seat])
    if all(table.are_allied(left[0], other) for other in left):
        raise GameEnded(Outcome(left, "damage", table.scores()))


def is_kept_by_team(table: HagmiTable, seat: int) -> bool:
    """Return whether the team of ``seat`` has damage cards left and so is not defeated (HAG-13.3)."""
    return table.variant.teams and any(
        table.damage[mate] for mate in range(table.seats) if table.are_allied(seat, mate)
    )


def end_by_damage_decks(table: HagmiTable, reason: str) -> None:
    """End the game. The side with most damage cards left wins; if several sides have as many, it is a draw."""
    undefeated = [seat for seat in range(table.seats) if not table.defeated[seat]]
    totals = {
        seat: sum(len(table.damage[mate]) for mate in undefeated if table.are_allied(seat, mate)) for seat in undefeated
    }
    best = tuple(seat for seat in undefeated if totals[seat] == max(totals.values()))
    winners = best if all(table.are_allied(best[0], other) for other in best) else ()
    raise GameEnded(Outcome(winners, reason, table.scores()))
