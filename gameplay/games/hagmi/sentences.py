"""What the game says: events, questions and answers, as templates to be translated."""

from typing import Any

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Say, Words

EVENTS = sentences.EVENTS | {
    "goes_first": Say(_("{seat} goes first."), ("seat",), clause="HAG-2.3.1"),
    "turn": Say(_("Turn {number}: {seat}."), ("seat", "number"), clause="HAG-3.1.1"),
    "rolled": Say(_("{seat} rolls {number}."), ("seat", "number"), clause="HAG-3.4.1"),
    "drew": Say(_("{seat} draws {card}."), ("seat", "card"), unseen=_("{seat} draws a card."), clause="HAG-3.4.1"),
    "reshuffled": Say(_("{seat} makes discarded cards into a new deck: {deck}."), ("seat", "deck"), clause="HAG-OP-4"),
    "weapon_drawn": Say(_("{seat} draws from the weapon deck."), ("seat",)),
    "operation_drawn": Say(_("{seat} draws from the operation deck."), ("seat",)),
    "topped": Say(
        _("{card_unit} receives the top of the discard pile of {seat}: {card}."),
        ("seat", "card_unit", "card"),
        clause="HAG-9.3.4",
    ),
    "recovered_from": Say(_("{card} is free of its ailments."), ("card",), clause="HAG-3.2.3", whose=("card",)),
    "gave": Say(
        _("{seat} skips the turn: {seat_given} performs logistics 1."), ("seat", "seat_given"), clause="HAG-12.6"
    ),
    "triggered": Say(_("The skill of {card}."), ("card",), clause="HAG-4.5.5", whose=("card",)),
    "picked": Say(_("{card}: {card_target} is chosen."), ("card", "card_target"), whose=("card_target",)),
    "picked_player": Say(_("{card}: {seat} is chosen."), ("card", "seat")),
    "produced": Say(_("{seat} produces {card} with {number} fuel."), ("seat", "card", "number"), clause="HAG-4.3.3"),
    "played": Say(_("{seat} plays {card}."), ("seat", "card"), clause="HAG-4.4.1"),
    "used": Say(_("{seat} uses the skill of {card}."), ("seat", "card"), clause="HAG-4.5.1"),
    "burnt": Say(_("{seat} pays {number} fuel of {card}."), ("seat", "card", "number"), clause="HAG-5.1.7"),
    "spent": Say(
        _("{seat} pays {number} cards of the hand for {card}."), ("seat", "card", "number"), clause="HAG-4.5.1"
    ),
    "unveiled": Say(_("{seat} carries out the secret plan {card}."), ("seat", "card"), clause="HAG-1.5"),
    "declared": Say(_("{seat} declares an attack with {card}."), ("seat", "card"), clause="HAG-5.1.3"),
    "aimed": Say(
        _("{card} attacks {card_target}."), ("card", "card_target"), clause="HAG-5.1.8", whose=("card", "card_target")
    ),
    "aimed_at_player": Say(_("{card} attacks {seat}."), ("card", "seat"), clause="HAG-5.1.8", whose=("card",)),
    "guarded": Say(
        _("{card} guards {card_target}."), ("card", "card_target"), clause="HAG-6.2.1", whose=("card", "card_target")
    ),
    "guarded_player": Say(_("{card} guards {seat}."), ("card", "seat"), clause="HAG-6.2.4", whose=("card",)),
    "countered": Say(_("{card} counters."), ("card",), clause="HAG-6.3.1", whose=("card",)),
    "emergency": Say(
        _("{seat} produces {card} in an emergency, with {number} fuel."), ("seat", "card", "number"), clause="HAG-6.4.1"
    ),
    "replaced": Say(
        _("{card} is hit in place of {card_target} and cannot defend."),
        ("card", "card_target"),
        clause="HAG-6.4.4",
        whose=("card", "card_target"),
    ),
    "replaced_player": Say(
        _("{card} is hit in place of {seat} and cannot defend."), ("card", "seat"), clause="HAG-6.4.4", whose=("card",)
    ),
    "damaged": Say(_("{card} receives {number} damage."), ("card", "number"), clause="HAG-7.1.2", whose=("card",)),
    "destroyed": Say(_("{card} is destroyed."), ("card",), clause="HAG-7.1.7", whose=("card",)),
    "hit": Say(_("{seat} receives {number} damage."), ("seat", "number"), clause="HAG-7.3.1"),
    "revealed": Say(_("{seat} draws the damage card {card}."), ("seat", "card"), clause="HAG-7.3.2"),
    "suffered": Say(_("{seat} plays {card} at once."), ("seat", "card"), clause="HAG-7.3.4"),
    "kept": Say(_("{seat} takes {card} into the hand."), ("seat", "card"), clause="HAG-7.3.3"),
    "defeated": Say(_("{seat} is defeated."), ("seat",), clause="HAG-7.3.7"),
    "holds_out": Say(_("{seat} holds out: a teammate has damage cards left."), ("seat",), clause="HAG-13.3"),
    "repaired": Say(_("All damage on the battlefield is repaired."), clause="HAG-9.2.1"),
    "supplied": Say(_("{seat} resupplies {card} with {number} fuel."), ("seat", "card", "number"), clause="HAG-9.3.3"),
    "mended": Say(_("The damage on {card} is removed."), ("card",), whose=("card",)),
    "boosted": Say(
        _("{card}: {number:+d} firepower, {number_armour:+d} armour in this turn."),
        ("card", "number", "number_armour"),
        whose=("card",),
    ),
    "afflicted": Say(_("{card} is now: {ailment}."), ("card", "ailment"), whose=("card",)),
    "readied": Say(_("{card} may attack again."), ("card",), whose=("card",)),
    "returned": Say(_("{card} returns to its owner's hand."), ("card",), whose=("card",)),
    "discarded": Say(_("{seat} discards {card}."), ("seat", "card")),
    "recovered": Say(_("{seat} takes {card} out of the discard pile."), ("seat", "card")),
    "restored": Say(_("{seat} shuffles {card} into the damage deck."), ("seat", "card")),
}

ASKS = sentences.ASKS | {
    "skip": Say(_("You are defeated. Take your turn, or skip it for somebody's logistics 1?"), clause="HAG-12.6"),
    "process_next": Say(_("Which skill is processed next?"), clause="HAG-3.2.2"),
    "main": Say(_("Main phase: play a card, use a skill, or go on."), clause="HAG-4.1.1"),
    "main2": Say(_("Main phase 2: play a card, use a skill, or end the turn."), clause="HAG-8.1"),
    "pay": Say(_("Pay for {card}; {number} to go."), ("card", "number"), clause="HAG-4.2.3"),
    "burn": Say(_("Which fuel of {card} is paid? {number} to go."), ("card", "number"), clause="HAG-5.1.7"),
    "bury": Say(_("{number} cards are discarded. Which goes on the pile first?"), ("number",), clause="HAG-4.4.6"),
    "battle": Say(_("Declare an attack, or end the Battle phase."), clause="HAG-5.1.3"),
    "aim": Say(
        _("What does {card} attack? Targets left: {number}."), ("card", "number"), clause="HAG-5.1.8", reads=True
    ),
    "defend": Say(_("{card} attacks you. Defend, or let it be?"), ("card",), clause="HAG-6.2.3", reads=True),
    "step_in": Say(_("For what does {card} step in?"), ("card",), clause="HAG-6.4.3"),
    "damage_cards": Say(_("Damage cards: play or keep each; {number} left."), ("number",), clause="HAG-7.3.3"),
    "supply_top": Say(_("Under which unit does {card} go as fuel?"), ("card",), clause="HAG-9.3.1"),
    "supply_hand": Say(_("Put cards of your hand under your units?"), clause="HAG-9.3.2"),
    "deck_for": Say(_("{card}: which deck?"), ("card",), reads=True),
    "pick_for": Say(_("{card}: choose a card."), ("card",), reads=True),
    "pick_player_for": Say(_("{card}: choose a player."), ("card",), reads=True),
}

OPTIONS = sentences.OPTIONS | {
    "take_turn": Say(_("Take the turn")),
    "give": Say(_("Logistics 1 for {seat}"), ("seat",)),
    "process": Say(_("{card}"), ("card",), reads=True),
    "produce": Say(_("Produce {card}"), ("card",)),
    "play": Say(_("Play {card}"), ("card",), reads=True),
    "use": Say(_("Use the {skill} skill of {card}"), ("card", "skill"), reads=True),
    "pay": Say(_("{card}"), ("card",)),
    "burn": Say(_("{card}"), ("card",)),
    "as_they_lie": Say(_("As they lie")),
    "next": Say(_("{card}"), ("card",)),
    "attack": Say(_("Attack with {card}"), ("card",)),
    "aim": Say(_("{card}"), ("card",)),
    "aim_player": Say(_("{seat}"), ("seat",)),
    "counter": Say(_("{card} counters"), ("card",)),
    "guard": Say(_("{card} guards {card_target}"), ("card", "card_target")),
    "guard_player": Say(_("{card} guards you"), ("card",)),
    "emergency": Say(_("Emergency production of {card}"), ("card",)),
    "step_in": Say(_("For {card}"), ("card",)),
    "step_in_for_player": Say(_("For you")),
    "play_damage": Say(_("Play {card} at once, at no cost"), ("card",), reads=True),
    "keep": Say(_("Take {card} into the hand"), ("card",)),
    "supply": Say(_("{card}"), ("card",)),
    "load": Say(_("{card} under {card_unit}"), ("card", "card_unit")),
    "pick": Say(_("{card}"), ("card",)),
    "pick_player": Say(_("{seat}"), ("seat",)),
    "from_weapons": Say(_("From the weapon deck")),
    "from_operations": Say(_("From the operation deck")),
    "pass": Say(_("Go on")),
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

REASONS = {
    "damage": _("the others received damage without a damage deck"),
    "time": _("time was called; more damage cards win"),
    "quiet": _("the game stood still for many turns; more damage cards win"),
    "concede": _("one side concedes"),
}

VARIANTS = {
    "tactics": _("Tactics"),
    "survival": _("Survival"),
    "simple": _("Simple"),
    "multiplayer": _("Multiplayer"),
    "team": _("Team battle"),
}

VARIANT_SENSES = {
    "tactics": _("Two players, each with a deck of their own."),
    "survival": _("Two players draw from decks that are common to both."),
    "simple": _("As Tactics, but skills of weapons do nothing."),
    "multiplayer": _("Each against all others. Whoever is defeated fights on, without logistics."),
    "team": _("Two against two, who are defeated together."),
}

AILMENTS = {"down": MARKS["down"], "jammed": MARKS["jammed"], "cut_off": MARKS["cut_off"]}
DECKS = {"weapon": ZONES["weapons"], "operation": ZONES["operations"]}
STEPS = {
    "standby": _("Standby"),
    "draw": _("Logistics"),
    "main": _("Main phase"),
    "battle": _("Battle phase"),
    "main2": _("Main phase 2"),
    "end": _("End phase"),
}

SKILLS = {0: _("first"), 1: _("second"), 2: _("third"), 3: _("fourth")}

TERMS: dict[str, dict[Any, str]] = {
    "step": STEPS,
    "skill": SKILLS,
    "reason": REASONS,
    "variant": VARIANTS,
    "variant_sense": VARIANT_SENSES,
    "zone": ZONES,
    "mark": MARKS,
    "ailment": AILMENTS,
    "deck": DECKS,
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

WORDS = Words(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
