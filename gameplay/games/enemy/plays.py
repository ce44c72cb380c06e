"""The plays of the Play Step, one function each (ENE-6.2, 6.3)."""

from gameplay.engine.core.asks import CARD, Ask, Option, RuleGenerator, choose_card
from gameplay.engine.text.effects import perform
from gameplay.games.enemy.actions import flip_action
from gameplay.games.enemy.feeding import feed_grunties
from gameplay.games.enemy.limits import item_of_same_subtype, legal_bearers, may_bear, pc_of_same_name, replaced_fields
from gameplay.games.enemy.table import EnemyTable, leave_play, put_in_discard, sacrifice_card, shuffle_into_deck


def attack_with(table: EnemyTable, seat: int, monster: int) -> RuleGenerator:
    """Play a monster to attack (ENE-12.1, 14.1)."""
    table.hand[seat].remove(monster)
    table.attack.append(monster)
    table.events.append(("attacked", seat, monster))
    yield from trigger_texts(table, seat, monster, "played")


def store_monster(table: EnemyTable, seat: int, monster: int) -> RuleGenerator:
    """Play a storable monster into the portal; no Attack Step follows (ENE-12.1, 12.3)."""
    table.hand[seat].remove(monster)
    table.portal[seat].append(monster)
    table.turn_stored[monster] = table.turn
    table.events.append(("stored", seat, monster))
    yield from trigger_texts(table, seat, monster, "stored")


def play_pc(table: EnemyTable, seat: int, pc: int) -> RuleGenerator:
    """Play a PC in an empty place or replace another one; the new PC is healthy (ENE-8.1 to 8.9)."""
    replaced = yield from _choose_replaced(table, seat, pc)
    table.hand[seat].remove(pc)
    if replaced is None:
        table.party[seat].append(pc)
        table.events.append(("played", seat, pc))
    else:
        _replace(table, seat, pc, replaced)
    yield from trigger_texts(table, seat, pc, "played")


def _choose_replaced(table: EnemyTable, seat: int, pc: int) -> RuleGenerator:
    """Choose the PC to replace, or None for an empty place."""
    same = pc_of_same_name(table, seat, table.cards[pc])
    if same is not None:
        return same  # ENE-8.4
    options: list[Option] = [("replace", other) for other in table.party[seat]]
    if len(options) < table.variant.party:
        options.insert(0, ("free_place",))  # ENE-8.2
    chosen = yield Ask(seat, CARD, options, ("place", pc))
    return None if chosen[0] == "free_place" else chosen[1]


def _replace(table: EnemyTable, seat: int, pc: int, replaced: int) -> None:
    """Sacrifice the old PC and transfer the items that the new one may bear (ENE-8.5 to 8.8)."""
    items = table.cards_under.pop(replaced, [])
    kept = [item for item in items if may_bear(table, pc, item)]
    table.party[seat][table.party[seat].index(replaced)] = pc
    table.wounded.discard(replaced)
    put_in_discard(table, replaced)
    table.events.append(("replaced", seat, pc, replaced))
    for item in items:
        if item not in kept:
            put_in_discard(table, item)
            table.events.append(("sacrificed", seat, item))
    if kept:
        table.cards_under[pc] = kept


def play_item(table: EnemyTable, seat: int, item: int) -> RuleGenerator:
    """Equip a legal bearer with an item; it replaces an item of the same subtype (ENE-9.1 to 9.3)."""
    bearer = yield from choose_card(seat, "bearer", legal_bearers(table, seat, item), ("bearer_for", item))
    table.hand[seat].remove(item)
    old = item_of_same_subtype(table, bearer, item)
    if old is not None:
        sacrifice_card(table, seat, old)
    table.cards_under.setdefault(bearer, []).append(item)
    table.events.append(("equipped", seat, item, bearer))
    yield from trigger_texts(table, seat, item, "played")


def play_event(table: EnemyTable, seat: int, event: int) -> RuleGenerator:
    """Play an event: resolve its effect, then discard it (ENE-11.1)."""
    table.hand[seat].remove(event)
    table.limbo.append(event)
    table.events.append(("played", seat, event))
    yield from trigger_texts(table, seat, event, "played")
    yield from perform(table.cards[event].effects, table, seat, event)
    table.limbo.remove(event)
    put_in_discard(table, event)


def play_field(table: EnemyTable, seat: int, field: int) -> RuleGenerator:
    """Play a field; the field in play is discarded, no matter which player owns it (ENE-11.2, 11.3)."""
    table.hand[seat].remove(field)
    for old in replaced_fields(table, seat):
        leave_play(table, old)
        table.events.append(("discarded_field", table.owners[old], old))
    table.field.append(field)
    table.events.append(("played", seat, field))
    yield from trigger_texts(table, seat, field, "played")


def play_grunty(table: EnemyTable, seat: int, grunty: int) -> RuleGenerator:
    """Play a Grunty; it enters play with size 0 (ENE-OP-9)."""
    table.hand[seat].remove(grunty)
    table.grunties[seat].append(grunty)
    table.events.append(("played", seat, grunty))
    yield from trigger_texts(table, seat, grunty, "played")


def can_use_grunty(table: EnemyTable, grunty: int) -> bool:
    """Return whether the Grunty is large enough for its effect (ENE-11.6)."""
    definition = table.cards[grunty]
    return bool(definition.effects) and len(table.cards_under.get(grunty, ())) >= definition.size


def use_grunty(table: EnemyTable, seat: int, grunty: int) -> RuleGenerator:
    """Use a Grunty's effect as a play (ENE-11.7)."""
    table.events.append(("used", seat, grunty))
    yield from perform(table.cards[grunty].effects, table, seat, grunty)


def hide_card(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
    """Play any card face down; at the limit, sacrifice a hidden card first (ENE-10.1, 10.3)."""
    hidden = table.hidden[seat]
    if len(hidden) >= table.variant.hidden:
        sacrificed = yield from choose_card(seat, "sacrifice_hidden", hidden, ("make_room", card))
        sacrifice_card(table, seat, sacrificed)
    table.hand[seat].remove(card)
    hidden.append(card)
    table.events.append(("hid", seat, card))


def redraw_hand(table: EnemyTable, seat: int) -> RuleGenerator:
    """Mulligan on the first turn: put the hand into the deck or the discard pile (ENE-6.9, 6.10)."""
    hand = table.hand[seat].copy()
    table.hand[seat].clear()
    if table.variant.redraw == "shuffle":
        shuffle_into_deck(table, seat, hand)
    else:
        table.discard[seat].extend(hand)
    table.events.append(("redrew", seat, len(hand)))
    return
    yield


def flip_in_play(table: EnemyTable, seat: int, action: int) -> RuleGenerator:
    """Flip an action whose text allows it in its player's Play Step (ENE-10.11)."""
    yield from flip_action(table, seat, action)


def trigger_texts(table: EnemyTable, seat: int, card: int, event: str) -> RuleGenerator:
    """Resolve the card's triggered effects for this event, then offer to feed Grunties."""
    effects = table.cards[card].triggers.get(event)
    if effects:
        yield from perform(effects, table, seat, card)
    if table.grunties[seat]:
        yield from feed_grunties(table, seat, card, event)
