"""The messages of the game: translatable templates of events, questions and options."""

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
        _("{seat} reshuffles discarded cards into a new deck: {deck}."), ("seat", "deck"), clause="HAG-OP-4"
    ),
    "weapon_drawn": Sentence(_("{seat} draws from the weapon deck."), ("seat",)),
    "operation_drawn": Sentence(_("{seat} draws from the operation deck."), ("seat",)),
    "topped": Sentence(
        _("{card_unit} gets {card} as fuel from the top of the discard pile."),
        ("seat", "card_unit", "card"),
        clause="HAG-9.3.4",
    ),
    "recovered_from": Sentence(_("All ailments of {card} end."), ("card",), clause="HAG-3.2.3", show_owner=("card",)),
    "gave": Sentence(
        _("{seat} skips the turn, and {seat_given} performs logistics 1."), ("seat", "seat_given"), clause="HAG-12.6"
    ),
    "triggered": Sentence(_("The skill of {card} triggers."), ("card",), clause="HAG-4.5.5", show_owner=("card",)),
    "picked": Sentence(_("{card} targets {card_target}."), ("card", "card_target"), show_owner=("card_target",)),
    "picked_player": Sentence(_("{card} targets {seat}."), ("card", "seat")),
    "produced": Sentence(
        _("{seat} produces {card} with {number} fuel."), ("seat", "card", "number"), clause="HAG-4.3.3"
    ),
    "played": Sentence(_("{seat} plays {card}."), ("seat", "card"), clause="HAG-4.4.1"),
    "used": Sentence(_("{seat} uses the skill of {card}."), ("seat", "card"), clause="HAG-4.5.1"),
    "burnt": Sentence(_("{seat} burns {number} fuel of {card}."), ("seat", "card", "number"), clause="HAG-5.1.7"),
    "spent": Sentence(_("{seat} pays {number} from hand for {card}."), ("seat", "card", "number"), clause="HAG-4.5.1"),
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
        _("Emergency production: {seat} produces {card} with {number} fuel."),
        ("seat", "card", "number"),
        clause="HAG-6.4.1",
    ),
    "replaced": Sentence(
        _("{card} takes the hit for {card_target} and cannot defend."),
        ("card", "card_target"),
        clause="HAG-6.4.4",
        show_owner=("card", "card_target"),
    ),
    "replaced_player": Sentence(
        _("{card} takes the hit for {seat} and cannot defend."),
        ("card", "seat"),
        clause="HAG-6.4.4",
        show_owner=("card",),
    ),
    "damaged": Sentence(
        _("{card} takes {number} damage."), ("card", "number"), clause="HAG-7.1.2", show_owner=("card",)
    ),
    "destroyed": Sentence(_("{card} is destroyed."), ("card",), clause="HAG-7.1.7", show_owner=("card",)),
    "hit": Sentence(_("{seat} takes {number} damage."), ("seat", "number"), clause="HAG-7.3.1"),
    "revealed": Sentence(_("{seat} draws the damage card {card}."), ("seat", "card"), clause="HAG-7.3.2"),
    "suffered": Sentence(_("{seat} plays {card} immediately."), ("seat", "card"), clause="HAG-7.3.4"),
    "kept": Sentence(_("{seat} adds {card} to their hand."), ("seat", "card"), clause="HAG-7.3.3"),
    "defeated": Sentence(_("{seat} is defeated."), ("seat",), clause="HAG-7.3.7"),
    "holds_out": Sentence(_("{seat} holds out: a teammate still has damage cards."), ("seat",), clause="HAG-13.3"),
    "repaired": Sentence(_("All damage on the battlefield is repaired."), clause="HAG-9.2.1"),
    "supplied": Sentence(
        _("{seat} resupplies {card} with {number} fuel."), ("seat", "card", "number"), clause="HAG-9.3.3"
    ),
    "mended": Sentence(_("All damage is removed from {card}."), ("card",), show_owner=("card",)),
    "boosted": Sentence(
        _("{card} gets {number:+d} firepower and {number_armour:+d} armour this turn."),
        ("card", "number", "number_armour"),
        show_owner=("card",),
    ),
    "afflicted": Sentence(_("{card} becomes {ailment}."), ("card", "ailment"), show_owner=("card",)),
    "readied": Sentence(_("{card} can attack again."), ("card",), show_owner=("card",)),
    "returned": Sentence(_("{card} returns to its owner's hand."), ("card",), show_owner=("card",)),
    "discarded": Sentence(_("{seat} discards {card}."), ("seat", "card")),
    "recovered": Sentence(_("{seat} recovers {card} from the discard pile."), ("seat", "card")),
    "restored": Sentence(_("{seat} shuffles {card} into the damage deck."), ("seat", "card")),
}

ASKS = sentences.ASKS | {
    "skip": Sentence(
        _("You are defeated. Take your turn, or skip it to give another player logistics 1?"), clause="HAG-12.6"
    ),
    "process_next": Sentence(_("Which skill resolves next?"), clause="HAG-3.2.2"),
    "main": Sentence(_("Main phase: play a card, use a skill, or continue."), clause="HAG-4.1.1"),
    "main2": Sentence(_("Main phase 2: play a card, use a skill, or end your turn."), clause="HAG-8.1"),
    "pay": Sentence(
        _("Choose a card from your hand to pay for {card}. Left to pay: {number}."),
        ("card", "number"),
        clause="HAG-4.2.3",
    ),
    "burn": Sentence(
        _("Choose fuel of {card} to burn. Left to burn: {number}."), ("card", "number"), clause="HAG-5.1.7"
    ),
    "bury": Sentence(
        _("{number} cards are discarded. Which one goes to the discard pile first?"), ("number",), clause="HAG-4.4.6"
    ),
    "battle": Sentence(_("Battle phase: declare an attack, or continue."), clause="HAG-5.1.3"),
    "aim": Sentence(
        _("Choose a target for {card}. Targets left: {number}."),
        ("card", "number"),
        clause="HAG-5.1.8",
        show_rules_text=True,
    ),
    "defend": Sentence(
        _("{card} attacks you. Choose a defence, or continue."), ("card",), clause="HAG-6.2.3", show_rules_text=True
    ),
    "step_in": Sentence(_("Which target does {card} step in for?"), ("card",), clause="HAG-6.4.3"),
    "damage_cards": Sentence(
        _("Play each damage card now, or add it to your hand. Left: {number}."), ("number",), clause="HAG-7.3.3"
    ),
    "supply_top": Sentence(_("Which unit gets {card} as fuel?"), ("card",), clause="HAG-9.3.1"),
    "supply_hand": Sentence(_("Put cards from your hand under your units as fuel?"), clause="HAG-9.3.2"),
    "deck_for": Sentence(_("{card}: which deck do you draw from?"), ("card",), show_rules_text=True),
    "pick_for": Sentence(_("{card}: choose a card."), ("card",), show_rules_text=True),
    "pick_player_for": Sentence(_("{card}: choose a player."), ("card",), show_rules_text=True),
}

OPTIONS = sentences.OPTIONS | {
    "take_turn": Sentence(_("Take your turn")),
    "give": Sentence(_("Skip your turn: {seat} performs logistics 1"), ("seat",)),
    "process": Sentence(_("{card}"), ("card",), show_rules_text=True),
    "produce": Sentence(_("Produce {card}"), ("card",)),
    "play": Sentence(_("Play {card}"), ("card",), show_rules_text=True),
    "use": Sentence(_("Use the {skill} skill of {card}"), ("card", "skill"), show_rules_text=True),
    "pay": Sentence(_("{card}"), ("card",)),
    "burn": Sentence(_("{card}"), ("card",)),
    "as_they_lie": Sentence(_("As they lie on the table")),
    "next": Sentence(_("{card}"), ("card",)),
    "attack": Sentence(_("Attack with {card}"), ("card",)),
    "aim": Sentence(_("{card}"), ("card",)),
    "aim_player": Sentence(_("{seat}"), ("seat",)),
    "counter": Sentence(_("Counter with {card}"), ("card",)),
    "guard": Sentence(_("Guard {card_target} with {card}"), ("card", "card_target")),
    "guard_player": Sentence(_("Guard yourself with {card}"), ("card",)),
    "emergency": Sentence(_("Emergency production: {card}"), ("card",)),
    "step_in": Sentence(_("Step in for {card}"), ("card",)),
    "step_in_for_player": Sentence(_("Step in for you")),
    "play_damage": Sentence(_("Play {card} now at no cost"), ("card",), show_rules_text=True),
    "keep": Sentence(_("Add {card} to your hand"), ("card",)),
    "supply": Sentence(_("{card}"), ("card",)),
    "load": Sentence(_("Put {card} under {card_unit}"), ("card", "card_unit")),
    "pick": Sentence(_("{card}"), ("card",)),
    "pick_player": Sentence(_("{seat}"), ("seat",)),
    "from_weapons": Sentence(_("From the weapon deck")),
    "from_operations": Sentence(_("From the operation deck")),
    "pass": Sentence(_("Continue")),
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
    "damage": _("the losing side took damage with no damage cards left"),
    "time": _("time was called, and the side with more damage cards left wins"),
    "quiet": _("a standstill was reached, and the side with more damage cards left wins"),
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
    "tactics": _("Two players, each with their own deck."),
    "survival": _("Two players draw from shared main decks."),
    "simple": _("Like Tactics, but weapon skills do nothing."),
    "multiplayer": _("Free-for-all. Defeated players fight on without logistics."),
    "team": _("Two against two. A team is defeated together."),
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
        {False: _("stays empty"), True: _("is reshuffled from the discard pile")},
        "HAG-OP-4",
    ),
    "shared_discard": Ruling(
        _("With shared main decks, players have"),
        {True: _("one shared discard pile"), False: _("a discard pile each")},
        "HAG-OP-7",
    ),
    "skills_ignored": Ruling(_("Weapon skills"), {False: _("work"), True: _("are ignored")}, "HAG-11.1"),
    "common": Ruling(
        _("The main decks"), {False: _("are brought by each player"), True: _("are shared by all players")}, "HAG-10.2"
    ),
}

SENTENCES = Sentences(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
