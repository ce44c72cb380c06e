"""What the game says: events, questions and answers, as templates to be translated."""

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Sentence, Sentences

EVENTS = sentences.EVENTS | {
    "goes_first": Sentence(_("{seat} goes first."), ("seat",), clause="ENE-3.2"),
    "revealed": Sentence(_("{seat} reveals {card}, destiny {number}."), ("seat", "card", "number"), clause="ENE-3.2"),
    "turn": Sentence(_("Turn {number}: {seat}."), ("seat", "number"), clause="ENE-3.6"),
    "drew": Sentence(_("{seat} draws {card}."), ("seat", "card"), redacted_template=_("{seat} draws a card.")),
    "discarded": Sentence(_("{seat} discards {card}."), ("seat", "card")),
    "reshuffled": Sentence(_("{seat} reshuffles the discard pile into a new deck."), ("seat",), clause="ENE-5.1"),
    "end_called": Sentence(
        _("A deck has run out on {seat}: the game ends after this turn."), ("seat",), clause="ENE-5.2"
    ),
    "last_card": Sentence(_("{seat} draws the last card: the game ends after this turn."), ("seat",), clause="ENE-5.4"),
    "redrew": Sentence(
        _("{seat} gives up the whole hand, {number} cards, on the first turn."), ("seat", "number"), clause="ENE-6.11"
    ),
    "played": Sentence(_("{seat} plays {card}."), ("seat", "card"), clause="ENE-6.1"),
    "replaced": Sentence(
        _("{seat} plays {card} in place of {card_old}."), ("seat", "card", "card_old"), clause="ENE-8.5"
    ),
    "equipped": Sentence(_("{seat} plays {card} on {card_bearer}."), ("seat", "card", "card_bearer"), clause="ENE-9.1"),
    "fed": Sentence(_("{seat} feeds {card}; it has size {number}."), ("seat", "card", "number"), clause="ENE-11.4"),
    "used": Sentence(_("{seat} uses {card}."), ("seat", "card"), clause="ENE-11.7"),
    "hid": Sentence(
        _("{seat} hides {card}."), ("seat", "card"), redacted_template=_("{seat} hides a card."), clause="ENE-10.1"
    ),
    "stored": Sentence(_("{seat} stores {card} in the portal."), ("seat", "card"), clause="ENE-12.3"),
    "discarded_field": Sentence(_("{card} leaves the field."), ("seat", "card"), clause="ENE-11.3"),
    "attacked": Sentence(_("{seat} attacks with {card}."), ("seat", "card"), clause="ENE-14.1"),
    "joined": Sentence(_("{card} joins the attack from the portal."), ("seat", "card"), clause="ENE-12.5"),
    "avoids": Sentence(_("{seat} avoids the attack."), ("seat",), clause="ENE-14.2"),
    "fights": Sentence(_("{seat} fights."), ("seat",), clause="ENE-14.2"),
    "assigned": Sentence(_("{card} faces {card_monster}."), ("card", "card_monster"), clause="ENE-15.1"),
    "fight": Sentence(_("The fight of {card} begins."), ("card",), clause="ENE-16.1"),
    "flipped": Sentence(_("{seat} flips {card}."), ("seat", "card"), clause="ENE-10.6"),
    "strengthened": Sentence(_("{seat}: {number:+d} strength in this fight."), ("seat", "number"), clause="ENE-16.4"),
    "toughened": Sentence(_("{card}: {number:+d} tolerance in this fight."), ("card", "number"), clause="ENE-16.4"),
    "spared": Sentence(_("{card} will not be wounded in this fight."), ("card",)),
    "destiny": Sentence(_("{seat} draws {card}: destiny {number}."), ("seat", "card", "number"), clause="ENE-16.6"),
    "compared": Sentence(
        _("{card} has {ours}, the monsters have {theirs}."), ("card", "ours", "theirs"), clause="ENE-16.9"
    ),
    "tolerated": Sentence(_("{card} has lost, but is not wounded."), ("card",), clause="ENE-16.2.2"),
    "wounded": Sentence(_("{card} is wounded."), ("card",), clause="ENE-8.10"),
    "healed": Sentence(_("{card} is healed."), ("card",), clause="ENE-8.11"),
    "destroyed": Sentence(_("{card} is destroyed."), ("card",), clause="ENE-2.5"),
    "sacrificed": Sentence(_("{seat} sacrifices {card}."), ("seat", "card"), clause="ENE-2.5"),
    "returned": Sentence(_("{card} returns to its owner's hand."), ("card",)),
    "recovered": Sentence(_("{seat} takes {card} out of the discard pile."), ("seat", "card")),
    "looked": Sentence(_("{seat} sees {card}."), ("seat", "card"), redacted_template=_("{seat} looks at a card.")),
    "plays_again": Sentence(_("{seat} may play again."), ("seat", "number"), clause="ENE-6.5"),
    "rewarded": Sentence(_("{seat} uses the reward of {card}."), ("seat", "card"), clause="ENE-16.3.1"),
    "scored": Sentence(_("{seat} scores {card}."), ("seat", "card"), clause="ENE-5.11"),
}

ASKS = sentences.ASKS | {
    "reconcile": Sentence(_("Your hand is too large. Discard a card; {number} to go."), ("number",), clause="ENE-4.4"),
    "play": Sentence(_("Your play. Plays left: {number}."), ("number",), clause="ENE-6.1"),
    "place": Sentence(_("Where does {card} go?"), ("card",), clause="ENE-8.2"),
    "bearer_for": Sentence(_("Who bears {card}?"), ("card",), clause="ENE-9.2"),
    "feed": Sentence(_("Feed {card} with a card of your hand?"), ("card",), clause="ENE-11.4", show_rules_text=True),
    "make_room": Sentence(_("You have as many hidden cards as you may. Which one goes?"), ("card",), clause="ENE-10.3"),
    "join": Sentence(_("Which portal monster joins the attack?"), clause="ENE-12.5"),
    "defend": Sentence(_("You are attacked. Fight, or avoid the whole attack?"), clause="ENE-14.2"),
    "assign": Sentence(_("Assign a monster to a PC."), clause="ENE-15.1"),
    "assign_rest": Sentence(_("Add the extra monster to a fight."), ("card",), clause="ENE-15.5"),
    "order": Sentence(_("Which fight is next?"), clause="ENE-16.1"),
    "window": Sentence(_("{moment}: flip an action, or pass."), ("moment",), clause="ENE-10.5"),
    "rewards": Sentence(_("Use a reward?"), clause="ENE-16.3.1"),
    "score": Sentence(_("Which monster do you score?"), clause="ENE-16.3.4"),
    "discard_for": Sentence(_("{card}: choose a card to discard."), ("card",), show_rules_text=True),
    "wound_for": Sentence(_("{card}: which PC is wounded?"), ("card",), clause="ENE-8.12", show_rules_text=True),
    "heal_for": Sentence(_("{card}: which PC is healed?"), ("card",), clause="ENE-8.11", show_rules_text=True),
    "destroy_for": Sentence(_("{card}: which card is destroyed?"), ("card",), clause="ENE-2.6", show_rules_text=True),
    "sacrifice_for": Sentence(
        _("{card}: which card do you sacrifice?"), ("card",), clause="ENE-2.6", show_rules_text=True
    ),
    "recover_for": Sentence(_("{card}: which card comes back?"), ("card",), show_rules_text=True),
    "return_for": Sentence(_("{card}: which card returns to the hand?"), ("card",), show_rules_text=True),
    "release_for": Sentence(
        _("{card}: which portal monster attacks?"), ("card",), clause="ENE-12.4", show_rules_text=True
    ),
    "stash_for": Sentence(_("{card}: which card do you hide?"), ("card",), clause="ENE-10.1", show_rules_text=True),
    "store_for": Sentence(
        _("{card}: which monster goes to the portal?"), ("card",), clause="ENE-12.2", show_rules_text=True
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
    "redraw": Sentence(_("Give up the whole hand")),
    "flip": Sentence(_("Flip {card}"), ("card",), show_rules_text=True),
    "fight": Sentence(_("Fight")),
    "avoid": Sentence(_("Avoid")),
    "free_place": Sentence(_("Into a free place")),
    "replace": Sentence(_("In place of {card}"), ("card",)),
    "bearer": Sentence(_("{card}"), ("card",)),
    "pair": Sentence(_("{card} against {card_monster}"), ("card", "card_monster")),
    "add": Sentence(_("{card_monster} against {card}"), ("card", "card_monster")),
    "resolve": Sentence(_("The fight of {card}"), ("card",)),
    "reward": Sentence(_("Reward of {card}"), ("card",), show_rules_text=True),
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
    "stored": _("stored in this turn"),
}

END_REASONS = {
    "vp": _("the victory points are reached"),
    "deck": _("a deck ran out; more victory points win"),
    "time": _("time was called; more victory points win"),
    "concede": _("one side concedes"),
}

MOMENT_NAMES = {
    "attack": _("An attack has been declared"),
    "fight": _("Before destiny is drawn"),
    "destiny": _("Destiny is drawn"),
}

VARIANT_NAMES = {
    "full": _("Full game"),
    "sample": _("Sample game"),
    "draft": _("Draft game"),
}

VARIANT_DESCRIPTIONS = {
    "full": _("Decks of 60 with all kinds of cards."),
    "sample": _("One of the two printed decks of 40, without events, fields and Grunties."),
    "draft": _("Decks of 35 with any number of copies, as after a draft."),
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
        _("On the first turn the whole hand may go"),
        {"shuffle": _("into the deck, which is shuffled"), "discard": _("into the discard pile, as in 2003")},
        "ENE-OP-15",
    ),
    "end_trigger": Ruling(
        _("The decks end the game"),
        {"empty_draw": _("when a card must be drawn from an empty deck"), "last_card": _("when a last card is drawn")},
        "ENE-OP-21",
    ),
    "simultaneous_ends": Ruling(
        _("Once a deck has called the end"),
        {
            "points": _("reaching the victory points (VP) still wins at once"),
            "deck": _("the turn is finished, then more victory points (VP) win"),
        },
        "ENE-OP-17",
    ),
    "field": Ruling(_("Fields"), {"one": _("one in the whole game"), "each": _("one for each player")}, "ENE-OP-7"),
    "must_play": Ruling(_("Who can play a card"), {True: _("has to"), False: _("may pass")}, "ENE-OP-5"),
    "avoided": Ruling(
        _("Of an attack that is avoided"),
        {"rewards": _("the rewards come before the points"), "points": _("the points come before the rewards")},
        "ENE-OP-8",
    ),
    "goblin_bonus": Ruling(
        _("Goblin items worn together"), {True: _("add strength"), False: _("add nothing")}, "ENE-9.5"
    ),
    "speed": Ruling(
        _("Speed icons"),
        {True: _("allow actions from the hand"), False: _("do nothing")},
        "ENE-10.9",
    ),
}

SENTENCES = Sentences(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
