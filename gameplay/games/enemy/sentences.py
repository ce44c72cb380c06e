"""What the game says: events, questions and answers, as templates to be translated."""

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Say, Words

EVENTS = sentences.EVENTS | {
    "goes_first": Say(_("{seat} goes first."), ("seat",), clause="ENE-3.2"),
    "revealed": Say(_("{seat} reveals {card}, destiny {number}."), ("seat", "card", "number"), clause="ENE-3.2"),
    "turn": Say(_("Turn {number}: {seat}."), ("seat", "number"), clause="ENE-3.6"),
    "drew": Say(_("{seat} draws {card}."), ("seat", "card"), unseen=_("{seat} draws a card.")),
    "discarded": Say(_("{seat} discards {card}."), ("seat", "card")),
    "reshuffled": Say(_("{seat} reshuffles the discard pile into a new deck."), ("seat",), clause="ENE-5.1"),
    "end_called": Say(_("A deck has run out on {seat}: the game ends after this turn."), ("seat",), clause="ENE-5.2"),
    "last_card": Say(_("{seat} draws the last card: the game ends after this turn."), ("seat",), clause="ENE-5.4"),
    "redrew": Say(
        _("{seat} gives up the whole hand, {number} cards, on the first turn."), ("seat", "number"), clause="ENE-6.11"
    ),
    "played": Say(_("{seat} plays {card}."), ("seat", "card"), clause="ENE-6.1"),
    "replaced": Say(_("{seat} plays {card} in place of {card_old}."), ("seat", "card", "card_old"), clause="ENE-8.5"),
    "equipped": Say(_("{seat} plays {card} on {card_bearer}."), ("seat", "card", "card_bearer"), clause="ENE-9.1"),
    "fed": Say(_("{seat} feeds {card}; it has size {number}."), ("seat", "card", "number"), clause="ENE-11.4"),
    "used": Say(_("{seat} uses {card}."), ("seat", "card"), clause="ENE-11.7"),
    "hid": Say(_("{seat} hides {card}."), ("seat", "card"), unseen=_("{seat} hides a card."), clause="ENE-10.1"),
    "stored": Say(_("{seat} stores {card} in the portal."), ("seat", "card"), clause="ENE-12.3"),
    "discarded_field": Say(_("{card} leaves the field."), ("seat", "card"), clause="ENE-11.3"),
    "attacked": Say(_("{seat} attacks with {card}."), ("seat", "card"), clause="ENE-14.1"),
    "joined": Say(_("{card} joins the attack from the portal."), ("seat", "card"), clause="ENE-12.5"),
    "avoids": Say(_("{seat} avoids the attack."), ("seat",), clause="ENE-14.2"),
    "fights": Say(_("{seat} fights."), ("seat",), clause="ENE-14.2"),
    "assigned": Say(_("{card} faces {card_monster}."), ("card", "card_monster"), clause="ENE-15.1"),
    "fight": Say(_("The fight of {card} begins."), ("card",), clause="ENE-16.1"),
    "flipped": Say(_("{seat} flips {card}."), ("seat", "card"), clause="ENE-10.6"),
    "strengthened": Say(_("{seat}: {number:+d} strength in this fight."), ("seat", "number"), clause="ENE-16.4"),
    "toughened": Say(_("{card}: {number:+d} tolerance in this fight."), ("card", "number"), clause="ENE-16.4"),
    "spared": Say(_("{card} will not be wounded in this fight."), ("card",)),
    "destiny": Say(_("{seat} draws {card}: destiny {number}."), ("seat", "card", "number"), clause="ENE-16.6"),
    "compared": Say(_("{card} has {ours}, the monsters have {theirs}."), ("card", "ours", "theirs"), clause="ENE-16.9"),
    "tolerated": Say(_("{card} has lost, but is not wounded."), ("card",), clause="ENE-16.2.2"),
    "wounded": Say(_("{card} is wounded."), ("card",), clause="ENE-8.10"),
    "healed": Say(_("{card} is healed."), ("card",), clause="ENE-8.11"),
    "destroyed": Say(_("{card} is destroyed."), ("card",), clause="ENE-2.5"),
    "sacrificed": Say(_("{seat} sacrifices {card}."), ("seat", "card"), clause="ENE-2.5"),
    "returned": Say(_("{card} returns to its owner's hand."), ("card",)),
    "recovered": Say(_("{seat} takes {card} out of the discard pile."), ("seat", "card")),
    "looked": Say(_("{seat} sees {card}."), ("seat", "card"), unseen=_("{seat} looks at a card.")),
    "plays_again": Say(_("{seat} may play again."), ("seat", "number"), clause="ENE-6.5"),
    "rewarded": Say(_("{seat} uses the reward of {card}."), ("seat", "card"), clause="ENE-16.3.1"),
    "scored": Say(_("{seat} scores {card}."), ("seat", "card"), clause="ENE-5.11"),
}

ASKS = sentences.ASKS | {
    "reconcile": Say(_("Your hand is too large. Discard a card; {number} to go."), ("number",), clause="ENE-4.4"),
    "play": Say(_("Your play. Plays left: {number}."), ("number",), clause="ENE-6.1"),
    "place": Say(_("Where does {card} go?"), ("card",), clause="ENE-8.2"),
    "bearer_for": Say(_("Who bears {card}?"), ("card",), clause="ENE-9.2"),
    "feed": Say(_("Feed {card} with a card of your hand?"), ("card",), clause="ENE-11.4", reads=True),
    "make_room": Say(_("You have as many hidden cards as you may. Which one goes?"), ("card",), clause="ENE-10.3"),
    "join": Say(_("Which portal monster joins the attack?"), clause="ENE-12.5"),
    "defend": Say(_("You are attacked. Fight, or avoid the whole attack?"), clause="ENE-14.2"),
    "assign": Say(_("Assign a monster to a PC."), clause="ENE-15.1"),
    "assign_rest": Say(_("Add the extra monster to a fight."), ("card",), clause="ENE-15.5"),
    "order": Say(_("Which fight is next?"), clause="ENE-16.1"),
    "window": Say(_("{moment}: flip an action, or pass."), ("moment",), clause="ENE-10.5"),
    "rewards": Say(_("Use a reward?"), clause="ENE-16.3.1"),
    "score": Say(_("Which monster do you score?"), clause="ENE-16.3.4"),
    "discard_for": Say(_("{card}: choose a card to discard."), ("card",), reads=True),
    "wound_for": Say(_("{card}: which PC is wounded?"), ("card",), clause="ENE-8.12", reads=True),
    "heal_for": Say(_("{card}: which PC is healed?"), ("card",), clause="ENE-8.11", reads=True),
    "destroy_for": Say(_("{card}: which card is destroyed?"), ("card",), clause="ENE-2.6", reads=True),
    "sacrifice_for": Say(_("{card}: which card do you sacrifice?"), ("card",), clause="ENE-2.6", reads=True),
    "recover_for": Say(_("{card}: which card comes back?"), ("card",), reads=True),
    "return_for": Say(_("{card}: which card returns to the hand?"), ("card",), reads=True),
    "release_for": Say(_("{card}: which portal monster attacks?"), ("card",), clause="ENE-12.4", reads=True),
    "stash_for": Say(_("{card}: which card do you hide?"), ("card",), clause="ENE-10.1", reads=True),
    "store_for": Say(_("{card}: which monster goes to the portal?"), ("card",), clause="ENE-12.2", reads=True),
}

OPTIONS = sentences.OPTIONS | {
    "attack": Say(_("Attack with {card}"), ("card",)),
    "store": Say(_("Store {card} in the portal"), ("card",)),
    "pc": Say(_("Play {card}"), ("card",)),
    "item": Say(_("Play {card}"), ("card",)),
    "event": Say(_("Play {card}"), ("card",), reads=True),
    "field": Say(_("Play {card}"), ("card",)),
    "grunty": Say(_("Play {card}"), ("card",)),
    "use": Say(_("Use {card}"), ("card",), reads=True),
    "feed": Say(_("Feed it {card}"), ("card",)),
    "hide": Say(_("Hide {card}"), ("card",)),
    "redraw": Say(_("Give up the whole hand")),
    "flip": Say(_("Flip {card}"), ("card",), reads=True),
    "fight": Say(_("Fight")),
    "avoid": Say(_("Avoid")),
    "free_place": Say(_("Into a free place")),
    "replace": Say(_("In place of {card}"), ("card",)),
    "bearer": Say(_("{card}"), ("card",)),
    "pair": Say(_("{card} against {card_monster}"), ("card", "card_monster")),
    "add": Say(_("{card_monster} against {card}"), ("card", "card_monster")),
    "resolve": Say(_("The fight of {card}"), ("card",)),
    "reward": Say(_("Reward of {card}"), ("card",), reads=True),
    "score": Say(_("{card}"), ("card",)),
    "join": Say(_("{card}"), ("card",)),
    "discard": Say(_("Discard {card}"), ("card",)),
    "sacrifice": Say(_("Sacrifice {card}"), ("card",)),
    "sacrifice_hidden": Say(_("Sacrifice {card}"), ("card",)),
    "wound": Say(_("{card}"), ("card",)),
    "heal": Say(_("{card}"), ("card",)),
    "destroy": Say(_("{card}"), ("card",)),
    "destroy_hidden": Say(_("This hidden card"), ("slot",)),
    "recover": Say(_("{card}"), ("card",)),
    "return": Say(_("{card}"), ("card",)),
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

REASONS = {
    "vp": _("the victory points are reached"),
    "deck": _("a deck ran out; more victory points win"),
    "time": _("time was called; more victory points win"),
    "concede": _("one side concedes"),
}

MOMENTS = {
    "attack": _("An attack has been declared"),
    "fight": _("Before destiny is drawn"),
    "destiny": _("Destiny is drawn"),
}

VARIANTS = {
    "full": _("Full game"),
    "sample": _("Sample game"),
    "draft": _("Draft game"),
}

VARIANT_SENSES = {
    "full": _("Decks of 60 with all kinds of cards."),
    "sample": _("One of the two printed decks of 40, without events, fields and Grunties."),
    "draft": _("Decks of 35 with any number of copies, as after a draft."),
}

TERMS = {
    "reason": REASONS,
    "moment": MOMENTS,
    "variant": VARIANTS,
    "variant_sense": VARIANT_SENSES,
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

WORDS = Words(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
