"""The game's sentences for events, asks and options, as templates to be translated."""

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Sentence, Sentences

EVENTS = sentences.EVENTS | {
    "goes_first": Sentence(_("{seat} goes first."), ("seat",), clause="ENE-3.2"),
    "revealed": Sentence(_("{seat} reveals {card} (destiny {number})."), ("seat", "card", "number"), clause="ENE-3.2"),
    "turn": Sentence(_("Turn {number}: {seat}."), ("seat", "number"), clause="ENE-3.6"),
    "drew": Sentence(_("{seat} draws {card}."), ("seat", "card"), redacted_template=_("{seat} draws a card.")),
    "discarded": Sentence(_("{seat} discards {card}."), ("seat", "card")),
    "reshuffled": Sentence(_("{seat} shuffles the discard pile into a new deck."), ("seat",), clause="ENE-5.1"),
    "end_called": Sentence(
        _("The deck of {seat} has run out. The game ends after this turn."), ("seat",), clause="ENE-5.2"
    ),
    "last_card": Sentence(
        _("{seat} draws the last card of the deck. The game ends after this turn."), ("seat",), clause="ENE-5.4"
    ),
    "redrew": Sentence(_("{seat} mulligans a hand of {number} cards."), ("seat", "number"), clause="ENE-6.11"),
    "played": Sentence(_("{seat} plays {card}."), ("seat", "card"), clause="ENE-6.1"),
    "replaced": Sentence(_("{seat} replaces {card_old} with {card}."), ("seat", "card", "card_old"), clause="ENE-8.5"),
    "equipped": Sentence(
        _("{seat} equips {card_bearer} with {card}."), ("seat", "card", "card_bearer"), clause="ENE-9.1"
    ),
    "fed": Sentence(_("{seat} feeds {card}. It is now size {number}."), ("seat", "card", "number"), clause="ENE-11.4"),
    "used": Sentence(_("{seat} uses {card}."), ("seat", "card"), clause="ENE-11.7"),
    "hid": Sentence(
        _("{seat} hides {card}."), ("seat", "card"), redacted_template=_("{seat} hides a card."), clause="ENE-10.1"
    ),
    "stored": Sentence(_("{seat} stores {card} in the portal."), ("seat", "card"), clause="ENE-12.3"),
    "discarded_field": Sentence(_("{card} is discarded from play."), ("seat", "card"), clause="ENE-11.3"),
    "attacked": Sentence(_("{seat} attacks with {card}."), ("seat", "card"), clause="ENE-14.1"),
    "joined": Sentence(_("{card} joins the attack from the portal."), ("seat", "card"), clause="ENE-12.5"),
    "avoids": Sentence(_("{seat} avoids the attack."), ("seat",), clause="ENE-14.2"),
    "fights": Sentence(_("{seat} fights."), ("seat",), clause="ENE-14.2"),
    "assigned": Sentence(_("{card} faces {card_monster}."), ("card", "card_monster"), clause="ENE-15.1"),
    "fight": Sentence(_("The fight of {card} begins."), ("card",), clause="ENE-16.1"),
    "flipped": Sentence(_("{seat} flips {card}."), ("seat", "card"), clause="ENE-10.6"),
    "strengthened": Sentence(
        _("{seat} gets {number:+d} strength in this fight."), ("seat", "number"), clause="ENE-16.4"
    ),
    "toughened": Sentence(_("{card} gets {number:+d} tolerance in this fight."), ("card", "number"), clause="ENE-16.4"),
    "spared": Sentence(_("{card} will not be wounded if it loses this fight."), ("card",)),
    "destiny": Sentence(_("{seat} draws {card}: destiny {number}."), ("seat", "card", "number"), clause="ENE-16.6"),
    "compared": Sentence(_("Totals: {card} {ours}, monsters {theirs}."), ("card", "ours", "theirs"), clause="ENE-16.9"),
    "tolerated": Sentence(_("{card} loses, but is not wounded."), ("card",), clause="ENE-16.2.2"),
    "wounded": Sentence(_("{card} is wounded."), ("card",), clause="ENE-8.10"),
    "healed": Sentence(_("{card} is healed."), ("card",), clause="ENE-8.11"),
    "destroyed": Sentence(_("{card} is destroyed."), ("card",), clause="ENE-2.5"),
    "sacrificed": Sentence(_("{seat} sacrifices {card}."), ("seat", "card"), clause="ENE-2.5"),
    "returned": Sentence(_("{card} returns to its owner's hand."), ("card",)),
    "recovered": Sentence(_("{seat} recovers {card} from the discard pile."), ("seat", "card")),
    "looked": Sentence(_("{seat} looks at {card}."), ("seat", "card"), redacted_template=_("{seat} looks at a card.")),
    "plays_again": Sentence(_("{seat} may play again."), ("seat", "number"), clause="ENE-6.5"),
    "rewarded": Sentence(_("{seat} uses the reward of {card}."), ("seat", "card"), clause="ENE-16.3.1"),
    "scored": Sentence(_("{seat} scores {card}."), ("seat", "card"), clause="ENE-5.11"),
}

ASKS = sentences.ASKS | {
    "reconcile": Sentence(
        _("You have too many cards in hand. Discard a card ({number} to go)."), ("number",), clause="ENE-4.4"
    ),
    "play": Sentence(_("Make a play. Plays left: {number}."), ("number",), clause="ENE-6.1"),
    "place": Sentence(_("Choose a place for {card}."), ("card",), clause="ENE-8.2"),
    "bearer_for": Sentence(_("Choose a PC to equip with {card}."), ("card",), clause="ENE-9.2"),
    "feed": Sentence(_("Feed {card} a card from your hand?"), ("card",), clause="ENE-11.4", show_rules_text=True),
    "make_room": Sentence(
        _("You have the maximum number of hidden cards. Choose one to sacrifice."), ("card",), clause="ENE-10.3"
    ),
    "join": Sentence(_("Choose a monster in your portal to join the attack."), clause="ENE-12.5"),
    "defend": Sentence(_("You are being attacked. Fight, or avoid the whole attack?"), clause="ENE-14.2"),
    "assign": Sentence(_("Assign a monster to a PC."), clause="ENE-15.1"),
    "assign_rest": Sentence(_("Add {card} to a fight."), ("card",), clause="ENE-15.5"),
    "order": Sentence(_("Choose the next fight to resolve."), clause="ENE-16.1"),
    "window": Sentence(_("{moment}: flip an action, or pass."), ("moment",), clause="ENE-10.5"),
    "rewards": Sentence(_("Use a reward?"), clause="ENE-16.3.1"),
    "score": Sentence(_("Choose a monster to score."), clause="ENE-16.3.4"),
    "discard_for": Sentence(_("{card}: choose a card to discard."), ("card",), show_rules_text=True),
    "wound_for": Sentence(_("{card}: choose a PC to wound."), ("card",), clause="ENE-8.12", show_rules_text=True),
    "heal_for": Sentence(_("{card}: choose a PC to heal."), ("card",), clause="ENE-8.11", show_rules_text=True),
    "destroy_for": Sentence(_("{card}: choose a card to destroy."), ("card",), clause="ENE-2.6", show_rules_text=True),
    "sacrifice_for": Sentence(
        _("{card}: choose a card to sacrifice."), ("card",), clause="ENE-2.6", show_rules_text=True
    ),
    "recover_for": Sentence(_("{card}: choose a card from your discard pile."), ("card",), show_rules_text=True),
    "return_for": Sentence(_("{card}: choose a card to return to its owner's hand."), ("card",), show_rules_text=True),
    "release_for": Sentence(
        _("{card}: choose a monster in your portal to attack with."), ("card",), clause="ENE-12.4", show_rules_text=True
    ),
    "stash_for": Sentence(_("{card}: choose a card to hide."), ("card",), clause="ENE-10.1", show_rules_text=True),
    "store_for": Sentence(
        _("{card}: choose a monster to put into your portal."), ("card",), clause="ENE-12.2", show_rules_text=True
    ),
}

OPTIONS = sentences.OPTIONS | {
    "attack": Sentence(_("Attack with {card}"), ("card",)),
    "store": Sentence(_("Store {card} in the portal"), ("card",)),
    "pc": Sentence(_("Play {card}"), ("card",)),
    "item": Sentence(_("Play {card}"), ("card",)),
    "event": Sentence(_("Play {card}"), ("card",), show_rules_text=True),
    "field": Sentence(_("Play {card}"), ("card",)),
    "grunty": Sentence(_("Play {card}"), ("card",)),
    "use": Sentence(_("Use {card}"), ("card",), show_rules_text=True),
    "feed": Sentence(_("Feed it {card}"), ("card",)),
    "hide": Sentence(_("Hide {card}"), ("card",)),
    "redraw": Sentence(_("Mulligan your hand")),
    "flip": Sentence(_("Flip {card}"), ("card",), show_rules_text=True),
    "fight": Sentence(_("Fight")),
    "avoid": Sentence(_("Avoid")),
    "free_place": Sentence(_("Empty place")),
    "replace": Sentence(_("Replace {card}"), ("card",)),
    "bearer": Sentence(_("{card}"), ("card",)),
    "pair": Sentence(_("{card} against {card_monster}"), ("card", "card_monster")),
    "add": Sentence(_("{card_monster} against {card}"), ("card", "card_monster")),
    "resolve": Sentence(_("Fight of {card}"), ("card",)),
    "reward": Sentence(_("Use the reward of {card}"), ("card",), show_rules_text=True),
    "score": Sentence(_("{card}"), ("card",)),
    "join": Sentence(_("{card}"), ("card",)),
    "discard": Sentence(_("Discard {card}"), ("card",)),
    "sacrifice": Sentence(_("Sacrifice {card}"), ("card",)),
    "sacrifice_hidden": Sentence(_("Sacrifice {card}"), ("card",)),
    "wound": Sentence(_("{card}"), ("card",)),
    "heal": Sentence(_("{card}"), ("card",)),
    "destroy": Sentence(_("{card}"), ("card",)),
    "destroy_hidden": Sentence(_("This hidden card"), ("slot",)),
    "recover": Sentence(_("{card}"), ("card",)),
    "return": Sentence(_("{card}"), ("card",)),
}

ZONES = {
    "deck": _("Deck"),
    "hand": _("Hand"),
    "party": _("PCs"),
    "items": _("Items"),
    "hidden": _("Hidden cards"),
    "portal": _("Portal"),
    "score": _("Score pile"),
    "discard": _("Discard pile"),
    "grunties": _("Grunties"),
    "food": _("Food"),
    "field": _("Field"),
    "attack": _("Attack"),
    "limbo": _("Being resolved"),
    "top": _("Top of the deck"),
}

MARKS = {
    "wounded": _("wounded"),
    "stored": _("stored this turn"),
}

END_REASONS = {
    "vp": _("a player has reached the victory point target"),
    "deck": _("a deck ran out, and the player with more victory points wins"),
    "time": _("time was called, and the player with more victory points wins"),
    "concede": _("one side concedes"),
}

MOMENT_NAMES = {
    "attack": _("An attack has been declared"),
    "fight": _("Before destiny is drawn"),
    "destiny": _("Destiny has been drawn"),
}

VARIANT_NAMES = {
    "full": _("Full game"),
    "sample": _("Sample game"),
    "draft": _("Draft game"),
}

VARIANT_DESCRIPTIONS = {
    "full": _("60-card decks with all types of cards."),
    "sample": _("One of the two printed 40-card decks, without events, fields and Grunties."),
    "draft": _("35-card decks with any number of copies, as after a draft."),
}

TERMS = {
    "reason": END_REASONS,
    "moment": MOMENT_NAMES,
    "variant": VARIANT_NAMES,
    "variant_sense": VARIANT_DESCRIPTIONS,
    "zone": ZONES,
    "mark": MARKS,
}

RULINGS = {
    "redraw": Ruling(
        _("A mulligan on the first turn"),
        {"shuffle": _("shuffles the hand into the deck"), "discard": _("discards the hand, as in 2003")},
        "ENE-OP-15",
    ),
    "end_trigger": Ruling(
        _("A deck that runs out ends the game"),
        {
            "empty_draw": _("when a card must be drawn from the empty deck"),
            "last_card": _("when its last card is drawn"),
        },
        "ENE-OP-21",
    ),
    "simultaneous_ends": Ruling(
        _("After a deck has run out"),
        {
            "points": _("reaching the target in victory points (VP) still wins immediately"),
            "deck": _("the turn is finished, then the player with more victory points (VP) wins"),
        },
        "ENE-OP-17",
    ),
    "field": Ruling(
        _("Fields in play"), {"one": _("one in the whole game"), "each": _("one for each player")}, "ENE-OP-7"
    ),
    "must_play": Ruling(_("A player who can make a play"), {True: _("must make it"), False: _("may pass")}, "ENE-OP-5"),
    "avoided": Ruling(
        _("After an avoided attack"),
        {"rewards": _("rewards come before scoring"), "points": _("scoring comes before rewards")},
        "ENE-OP-8",
    ),
    "goblin_bonus": Ruling(
        _("Several goblin items on one PC"), {True: _("give bonus strength"), False: _("give no bonus")}, "ENE-9.5"
    ),
    "speed": Ruling(
        _("Speed icons"),
        {True: _("allow actions from the hand"), False: _("have no effect")},
        "ENE-10.9",
    ),
}

SENTENCES = Sentences(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
