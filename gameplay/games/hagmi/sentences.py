"""What the game says: events, questions and answers, as templates to be translated."""

from typing import Any

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Sentence, Sentences

EVENTS = sentences.EVENTS | {
    "goes_first": Sentence(_("{seat} goes first."), ("seat",), clause="HAG-2.3.1"),
    "turn": Sentence(_("Turn {number}: {seat}."), ("seat", "number"), clause="HAG-3.1.1"),
    "rolled": Sentence(_("{seat} rolls {number}."), ("seat", "number"), clause="HAG-3.4.1"),
    "drew": Sentence(
        _("{seat} draws {card}."), ("seat", "card"), redacted_template=_("{seat} draws a card."), clause="HAG-3.4.1"
    ),
    "reshuffled": Sentence(
        _("{seat} makes discarded cards into a new deck: {deck}."), ("seat", "deck"), clause="HAG-OP-4"
    ),
    "weapon_drawn": Sentence(_("{seat} draws from the weapon deck."), ("seat",)),
    "operation_drawn": Sentence(_("{seat} draws from the operation deck."), ("seat",)),
    "topped": Sentence(
        _("{card_unit} receives the top of the discard pile of {seat}: {card}."),
        ("seat", "card_unit", "card"),
        clause="HAG-9.3.4",
    ),
    "recovered_from": Sentence(
        _("{card} is free of its ailments."), ("card",), clause="HAG-3.2.3", show_owner=("card",)
    ),
    "gave": Sentence(
        _("{seat} skips the turn: {seat_given} performs logistics 1."), ("seat", "seat_given"), clause="HAG-12.6"
    ),
    "triggered": Sentence(_("The skill of {card}."), ("card",), clause="HAG-4.5.5", show_owner=("card",)),
    "picked": Sentence(_("{card}: {card_target} is chosen."), ("card", "card_target"), show_owner=("card_target",)),
    "picked_player": Sentence(_("{card}: {seat} is chosen."), ("card", "seat")),
    "produced": Sentence(
        _("{seat} produces {card} with {number} fuel."), ("seat", "card", "number"), clause="HAG-4.3.3"
    ),
    "played": Sentence(_("{seat} plays {card}."), ("seat", "card"), clause="HAG-4.4.1"),
    "used": Sentence(_("{seat} uses the skill of {card}."), ("seat", "card"), clause="HAG-4.5.1"),
    "burnt": Sentence(_("{seat} pays {number} fuel of {card}."), ("seat", "card", "number"), clause="HAG-5.1.7"),
    "spent": Sentence(
        _("{seat} pays {number} cards of the hand for {card}."), ("seat", "card", "number"), clause="HAG-4.5.1"
    ),
    "unveiled": Sentence(_("{seat} carries out the secret plan {card}."), ("seat", "card"), clause="HAG-1.5"),
    "declared": Sentence(_("{seat} declares an attack with {card}."), ("seat", "card"), clause="HAG-5.1.3"),
    "aimed": Sentence(
        _("{card} attacks {card_target}."),
        ("card", "card_target"),
        clause="HAG-5.1.8",
        show_owner=("card", "card_target"),
    ),
    "aimed_at_player": Sentence(
        _("{card} attacks {seat}."), ("card", "seat"), clause="HAG-5.1.8", show_owner=("card",)
    ),
    "guarded": Sentence(
        _("{card} guards {card_target}."),
        ("card", "card_target"),
        clause="HAG-6.2.1",
        show_owner=("card", "card_target"),
    ),
    "guarded_player": Sentence(_("{card} guards {seat}."), ("card", "seat"), clause="HAG-6.2.4", show_owner=("card",)),
    "countered": Sentence(_("{card} counters."), ("card",), clause="HAG-6.3.1", show_owner=("card",)),
    "emergency": Sentence(
        _("{seat} produces {card} in an emergency, with {number} fuel."), ("seat", "card", "number"), clause="HAG-6.4.1"
    ),
    "replaced": Sentence(
        _("{card} is hit in place of {card_target} and cannot defend."),
        ("card", "card_target"),
        clause="HAG-6.4.4",
        show_owner=("card", "card_target"),
    ),
    "replaced_player": Sentence(
        _("{card} is hit in place of {seat} and cannot defend."),
        ("card", "seat"),
        clause="HAG-6.4.4",
        show_owner=("card",),
    ),
    "damaged": Sentence(
        _("{card} receives {number} damage."), ("card", "number"), clause="HAG-7.1.2", show_owner=("card",)
    ),
    "destroyed": Sentence(_("{card} is destroyed."), ("card",), clause="HAG-7.1.7", show_owner=("card",)),
    "hit": Sentence(_("{seat} receives {number} damage."), ("seat", "number"), clause="HAG-7.3.1"),
    "revealed": Sentence(_("{seat} draws the damage card {card}."), ("seat", "card"), clause="HAG-7.3.2"),
    "suffered": Sentence(_("{seat} plays {card} at once."), ("seat", "card"), clause="HAG-7.3.4"),
    "kept": Sentence(_("{seat} takes {card} into the hand."), ("seat", "card"), clause="HAG-7.3.3"),
    "defeated": Sentence(_("{seat} is defeated."), ("seat",), clause="HAG-7.3.7"),
    "holds_out": Sentence(_("{seat} holds out: a teammate has damage cards left."), ("seat",), clause="HAG-13.3"),
    "repaired": Sentence(_("All damage on the battlefield is repaired."), clause="HAG-9.2.1"),
    "supplied": Sentence(
        _("{seat} resupplies {card} with {number} fuel."), ("seat", "card", "number"), clause="HAG-9.3.3"
    ),
    "mended": Sentence(_("The damage on {card} is removed."), ("card",), show_owner=("card",)),
    "boosted": Sentence(
        _("{card}: {number:+d} firepower, {number_armour:+d} armour in this turn."),
        ("card", "number", "number_armour"),
        show_owner=("card",),
    ),
    "afflicted": Sentence(_("{card} is now: {ailment}."), ("card", "ailment"), show_owner=("card",)),
    "readied": Sentence(_("{card} may attack again."), ("card",), show_owner=("card",)),
    "returned": Sentence(_("{card} returns to its owner's hand."), ("card",), show_owner=("card",)),
    "discarded": Sentence(_("{seat} discards {card}."), ("seat", "card")),
    "recovered": Sentence(_("{seat} takes {card} out of the discard pile."), ("seat", "card")),
    "restored": Sentence(_("{seat} shuffles {card} into the damage deck."), ("seat", "card")),
}

ASKS = sentences.ASKS | {
    "skip": Sentence(_("You are defeated. Take your turn, or skip it for somebody's logistics 1?"), clause="HAG-12.6"),
    "process_next": Sentence(_("Which skill is processed next?"), clause="HAG-3.2.2"),
    "main": Sentence(_("Main phase: play a card, use a skill, or go on."), clause="HAG-4.1.1"),
    "main2": Sentence(_("Main phase 2: play a card, use a skill, or end the turn."), clause="HAG-8.1"),
    "pay": Sentence(_("Pay for {card}; {number} to go."), ("card", "number"), clause="HAG-4.2.3"),
    "burn": Sentence(_("Which fuel of {card} is paid? {number} to go."), ("card", "number"), clause="HAG-5.1.7"),
    "bury": Sentence(_("{number} cards are discarded. Which goes on the pile first?"), ("number",), clause="HAG-4.4.6"),
    "battle": Sentence(_("Declare an attack, or end the Battle phase."), clause="HAG-5.1.3"),
    "aim": Sentence(
        _("What does {card} attack? Targets left: {number}."),
        ("card", "number"),
        clause="HAG-5.1.8",
        show_rules_text=True,
    ),
    "defend": Sentence(
        _("{card} attacks you. Defend, or let it be?"), ("card",), clause="HAG-6.2.3", show_rules_text=True
    ),
    "step_in": Sentence(_("For what does {card} step in?"), ("card",), clause="HAG-6.4.3"),
    "damage_cards": Sentence(_("Damage cards: play or keep each; {number} left."), ("number",), clause="HAG-7.3.3"),
    "supply_top": Sentence(_("Under which unit does {card} go as fuel?"), ("card",), clause="HAG-9.3.1"),
    "supply_hand": Sentence(_("Put cards of your hand under your units?"), clause="HAG-9.3.2"),
    "deck_for": Sentence(_("{card}: which deck?"), ("card",), show_rules_text=True),
    "pick_for": Sentence(_("{card}: choose a card."), ("card",), show_rules_text=True),
    "pick_player_for": Sentence(_("{card}: choose a player."), ("card",), show_rules_text=True),
}

OPTIONS = sentences.OPTIONS | {
    "take_turn": Sentence(_("Take the turn")),
    "give": Sentence(_("Logistics 1 for {seat}"), ("seat",)),
    "process": Sentence(_("{card}"), ("card",), show_rules_text=True),
    "produce": Sentence(_("Produce {card}"), ("card",)),
    "play": Sentence(_("Play {card}"), ("card",), show_rules_text=True),
    "use": Sentence(_("Use the {skill} skill of {card}"), ("card", "skill"), show_rules_text=True),
    "pay": Sentence(_("{card}"), ("card",)),
    "burn": Sentence(_("{card}"), ("card",)),
    "as_they_lie": Sentence(_("As they lie")),
    "next": Sentence(_("{card}"), ("card",)),
    "attack": Sentence(_("Attack with {card}"), ("card",)),
    "aim": Sentence(_("{card}"), ("card",)),
    "aim_player": Sentence(_("{seat}"), ("seat",)),
    "counter": Sentence(_("{card} counters"), ("card",)),
    "guard": Sentence(_("{card} guards {card_target}"), ("card", "card_target")),
    "guard_player": Sentence(_("{card} guards you"), ("card",)),
    "emergency": Sentence(_("Emergency production of {card}"), ("card",)),
    "step_in": Sentence(_("For {card}"), ("card",)),
    "step_in_for_player": Sentence(_("For you")),
    "play_damage": Sentence(_("Play {card} at once, at no cost"), ("card",), show_rules_text=True),
    "keep": Sentence(_("Take {card} into the hand"), ("card",)),
    "supply": Sentence(_("{card}"), ("card",)),
    "load": Sentence(_("{card} under {card_unit}"), ("card", "card_unit")),
    "pick": Sentence(_("{card}"), ("card",)),
    "pick_player": Sentence(_("{seat}"), ("seat",)),
    "from_weapons": Sentence(_("From the weapon deck")),
    "from_operations": Sentence(_("From the operation deck")),
    "pass": Sentence(_("Go on")),
}

ZONES = {
    "weapons": _("Weapon deck"),
    "operations": _("Operation deck"),
    "damage": _("Damage deck"),
    "secrets": _("Secret plans"),
    "hand": _("Hand"),
    "units": _("Units"),
    "fuel": _("Fuel"),
    "facilities": _("Facilities"),
    "paid": _("Paid cards"),
    "discard": _("Discard pile"),
    "limbo": _("Being resolved"),
    "box": _("Not in this game"),
}

MARKS = {
    "down": _("Down"),
    "jammed": _("Jammed"),
    "cut_off": _("Cut Off"),
    "attacked": _("has attacked"),
}

END_REASONS = {
    "damage": _("the others received damage without a damage deck"),
    "time": _("time was called; more damage cards win"),
    "quiet": _("the game stood still for many turns; more damage cards win"),
    "concede": _("one side concedes"),
}

VARIANT_NAMES = {
    "tactics": _("Tactics"),
    "survival": _("Survival"),
    "simple": _("Simple"),
    "multiplayer": _("Multiplayer"),
    "team": _("Team battle"),
}

VARIANT_DESCRIPTIONS = {
    "tactics": _("Two players, each with a deck of their own."),
    "survival": _("Two players draw from decks that are common to both."),
    "simple": _("As Tactics, but skills of weapons do nothing."),
    "multiplayer": _("Each against all others. Whoever is defeated fights on, without logistics."),
    "team": _("Two against two, who are defeated together."),
}

AILMENT_NAMES = {"down": MARKS["down"], "jammed": MARKS["jammed"], "cut_off": MARKS["cut_off"]}
DECK_NAMES = {"weapon": ZONES["weapons"], "operation": ZONES["operations"]}
STEP_NAMES = {
    "standby": _("Standby"),
    "draw": _("Logistics"),
    "main": _("Main phase"),
    "battle": _("Battle phase"),
    "main2": _("Main phase 2"),
    "end": _("End phase"),
}

SKILL_ORDINALS = {0: _("first"), 1: _("second"), 2: _("third"), 3: _("fourth")}

TERMS: dict[str, dict[Any, str]] = {
    "step": STEP_NAMES,
    "skill": SKILL_ORDINALS,
    "reason": END_REASONS,
    "variant": VARIANT_NAMES,
    "variant_sense": VARIANT_DESCRIPTIONS,
    "zone": ZONES,
    "mark": MARKS,
    "ailment": AILMENT_NAMES,
    "deck": DECK_NAMES,
}

RULINGS = {
    "reshuffle_main_decks": Ruling(
        _("An empty main deck"),
        {False: _("stays empty"), True: _("is made anew from the discard pile")},
        "HAG-OP-4",
    ),
    "shared_discard": Ruling(
        _("Players with common decks have"),
        {True: _("one discard pile"), False: _("a discard pile each")},
        "HAG-OP-7",
    ),
    "skills_ignored": Ruling(_("Skills of weapons"), {False: _("work"), True: _("are ignored")}, "HAG-11.1"),
    "common": Ruling(
        _("The main decks"), {False: _("are brought by each player"), True: _("are common to all")}, "HAG-10.2"
    ),
}

SENTENCES = Sentences(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
