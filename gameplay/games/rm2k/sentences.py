"""What the game says: events, questions and answers, as templates to be translated."""

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Say, Words

EVENTS = sentences.EVENTS | {
    "committed": Say(_("{seat} has chosen starting Users."), ("seat",), clause="RM-2.4"),
    "clashed": Say(_("{seat} has chosen {card}, as another has: it is set aside."), ("seat", "card"), clause="RM-2.6"),
    "main_user": Say(_("{seat} turns over the Main User, {card}."), ("seat", "card"), clause="RM-2.10"),
    "starts": Say(_("{seat} begins with {card}, too."), ("seat", "card"), clause="RM-2.10"),
    "goes_first": Say(_("{seat} goes first."), ("seat",), clause="RM-2.11"),
    "turn": Say(_("Turn {number}: {seat}."), ("seat", "number"), clause="RM-2.15"),
    "drew": Say(_("{seat} draws {card}."), ("seat", "card"), unseen=_("{seat} draws a card.")),
    "discarded": Say(_("{seat} discards {card}."), ("seat", "card")),
    "lagged": Say(_("{card}: {number} lag."), ("card", "number"), whose=("card",)),
    "cleared_lag": Say(_("{card} removes {number} lag."), ("card", "number"), clause="RM-3.2.1", whose=("card",)),
    "synced": Say(
        _("{seat} begins to sync {card} on {card_user}."),
        ("seat", "card", "card_user"),
        unseen=_("{seat} begins to sync a card."),
        clause="RM-5.1.1",
    ),
    "carries": Say(_("{card} carries a Syncing card now."), ("card",), clause="RM-5.1.1", whose=("card",)),
    "paid": Say(
        _("{card} takes a lag for the card on {card_user}; sync tokens there now: {number}."),
        ("card", "card_user", "number"),
        clause="RM-5.1.5",
        whose=("card",),
    ),
    "charged": Say(_("The card that {card} carries gets sync tokens: {number}."), ("card", "number"), whose=("card",)),
    "activated": Say(
        _("{seat} activates {card}, which {card_user} carried."), ("seat", "card", "card_user"), clause="RM-5.2.1"
    ),
    "instant": Say(
        _("{seat} plays {card} at once; {card_user} pays."), ("seat", "card", "card_user"), clause="RM-5.3.1"
    ),
    "attached": Say(
        _("{card} comes into play on {card_user}."),
        ("card", "card_user"),
        clause="RM-7.1.1",
        whose=("card_user",),
    ),
    "arrived": Say(_("{card} comes out of Limbo into play."), ("card",), clause="RM-6.7.5", whose=("card",)),
    "used": Say(_("{seat} uses the ability of {card}."), ("seat", "card"), clause="RM-3.3.2"),
    "prevented": Say(_("{card} is prevented and has no effect."), ("card",), clause="RM-7.2.6", whose=("card",)),
    "disrupted": Say(
        _("The card that {seat} was syncing on {card_user} is deleted: {card}."),
        ("seat", "card", "card_user"),
        clause="RM-5.1.11",
    ),
    "deleted": Say(_("{card} is deleted."), ("card",), whose=("card",)),
    "returned": Say(_("{card} returns to its owner's hand."), ("card",), whose=("card",)),
    "recovered": Say(_("{seat} takes {card} out of the discard pile."), ("seat", "card")),
    "drained": Say(
        _("{card}: {number:+d} bandwidth, permanently."), ("card", "number"), clause="RM-4.2.2", whose=("card",)
    ),
    "bent": Say(
        _("{card}: {number:+d} bandwidth until the turn ends."),
        ("card", "number"),
        clause="RM-4.2.3",
        whose=("card",),
    ),
    "tuned": Say(_("{card}: {number:+d} {skill} until the turn ends."), ("card", "number", "skill"), whose=("card",)),
    "challenged": Say(_("{seat} is challenged: {card}."), ("seat", "card"), clause="RM-8.1.2"),
    "attacks": Say(_("{card} is Attacker."), ("card",), clause="RM-8.1.2", whose=("card",)),
    "defends": Say(_("{card} is Defender."), ("card",), clause="RM-8.1.2", whose=("card",)),
    "boosted": Say(_("{side}: {number:+d} in this Challenge."), ("side", "number"), clause="RM-8.2.2"),
    "totals": Say(_("{card}: {ours} against {theirs}."), ("card", "ours", "theirs"), clause="RM-8.2.4"),
    "won": Say(_("{seat} wins {card}."), ("seat", "card"), clause="RM-8.2.5"),
    "lost": Say(_("{seat} loses {card}."), ("seat", "card"), clause="RM-8.2.5"),
    "drawn": Say(_("{card} is a draw and has no effect."), ("card",), clause="RM-8.2.6"),
    "all_fail": Say(_("{card}: both totals are negative, both sides lose."), ("card",), clause="RM-8.3.1"),
    "claimed": Say(_("{seat} has attained the goal of {card}."), ("seat", "card"), clause="RM-4.1.5"),
    "scored": Say(_("{seat}: {number:+d} VP."), ("seat", "number"), clause="RM-4.1.3"),
    "out": Say(_("{seat} is out of the game."), ("seat",), clause="RM-9.4"),
}

ASKS = sentences.ASKS | {
    "main": Say(_("Choose your Main User, in secret. Set value: {number}."), ("number",), clause="RM-2.2"),
    "starters": Say(
        _("Choose another starting User, in secret. Set value left: {number}."), ("number",), clause="RM-2.2"
    ),
    "starting_lag": Say(_("On which User does a starting lag go? {number} to go."), ("number",), clause="RM-2.12"),
    "main_phase": Say(_("Your Main Phase. Pass to go on to Challenges."), clause="RM-3.3.2"),
    "challenge_phase": Say(_("Your Challenge Phase. Pass to end it."), clause="RM-3.4.1"),
    "answer": Say(_("Answer {card}, or pass."), ("card",), clause="RM-3.4.8", reads=True),
    "aim": Say(_("{card}: whom do you challenge?"), ("card",), clause="RM-9.6"),
    "attacker": Say(_("{card}: who is Attacker?"), ("card",), clause="RM-3.4.5", reads=True),
    "attackers": Say(_("{card}: who else is Attacker?"), ("card",), clause="RM-8.1.7", reads=True),
    "defender": Say(_("{card}: who is Defender?"), ("card",), clause="RM-3.4.6", reads=True),
    "defenders": Say(_("{card}: who else is Defender?"), ("card",), clause="RM-8.1.7", reads=True),
    "claim": Say(_("{card} has attained its goal. Claim it?"), ("card",), clause="RM-4.1.5", reads=True),
    "host_for": Say(_("{card}: on which User does it come into play?"), ("card",), clause="RM-7.1.2", reads=True),
    "opponent_for": Say(_("{card}: which opponent?"), ("card",), clause="RM-9.6", reads=True),
    "user_for": Say(_("{card}: which User?"), ("card",), clause="RM-6.1", reads=True),
    "discard_for": Say(_("{card}: choose a card to discard."), ("card",), reads=True),
    "delete_for": Say(_("{card}: which card is deleted?"), ("card",), clause="RM-6.1", reads=True),
    "disrupt_for": Say(
        _("{card}: on which User is the Syncing card deleted?"), ("card",), clause="RM-5.1.11", reads=True
    ),
    "return_for": Say(_("{card}: which card returns to the hand?"), ("card",), clause="RM-6.1", reads=True),
    "recover_for": Say(_("{card}: which card comes back?"), ("card",), reads=True),
    "charge_for": Say(_("{card}: for which User's Syncing card are the tokens?"), ("card",), reads=True),
}

OPTIONS = sentences.OPTIONS | {
    "main": Say(_("Main User: {card}"), ("card",), reads=True),
    "starter": Say(_("{card}, too"), ("card",), reads=True),
    "lag": Say(_("On {card}"), ("card",)),
    "sync": Say(
        _("Begin to sync {card} on {card_user}"),
        ("card", "card_user"),
        head=_("Begin to sync {card} on"),
        rest=_("{card_user}"),
    ),
    "pay": Say(
        _("{card} takes a lag for {card_syncing}"),
        ("card", "card_syncing"),
        head=_("A lag for {card_syncing} on"),
        rest=_("{card}"),
    ),
    "activate": Say(_("Activate {card}"), ("card",), reads=True),
    "instant": Say(
        _("Play {card} at once; {card_user} pays"),
        ("card", "card_user"),
        reads=True,
        head=_("Play {card} at once, paid by"),
        rest=_("{card_user}"),
    ),
    "use": Say(_("Use the ability of {card}"), ("card",), reads=True),
    "against": Say(_("{seat}"), ("seat",)),
    "attacker": Say(_("{card} attacks"), ("card",)),
    "defender": Say(_("{card} defends"), ("card",)),
    "host": Say(_("On {card}"), ("card",)),
    "aim": Say(_("{card}"), ("card",)),
    "discard": Say(_("Discard {card}"), ("card",)),
    "recover": Say(_("{card}"), ("card",)),
}

ZONES = {
    "deck": _("Deck"),
    "hand": _("Hand"),
    "users": _("Users"),
    "attaches": _("Attaches"),
    "syncing": _("Syncing"),
    "limbo": _("Limbo"),
    "discard": _("Discard pile"),
    "aside": _("Set aside"),
    "gone": _("Out of the game"),
    "stack": _("Being resolved"),
}

MARKS = {
    "lag": _("one lag"),
    "token": _("one sync token"),
    "fought": _("Attacker in this turn"),
    "used": _("ability used in this turn"),
}

REASONS = {
    "domination": _("no opponent has a User in play"),
    "pingout": _("the Users of all opponents have 0 bandwidth permanently"),
    "accomplishment": _("the victory points are reached"),
    "goal": _("the Main User has attained its goal"),
    "together": _("several have won or lost together; more victory points win"),
    "decks": _("all decks are empty; more victory points win"),
    "set_value": _("no Main User is left to choose; agree on another set value"),
    "time": _("time was called; more victory points win"),
    "concede": _("the others have given up"),
}

SKILL_NAMES = {
    "roleplay": _("Roleplay"),
    "otaku": _("Otaku"),
    "argue": _("Argue"),
    "script": _("Script"),
    "gamer": _("Gamer"),
}

VARIANT_NAMES = {
    "standard": _("Standard game"),
    "open": _("Any decks"),
}

VARIANT_SENSES = {
    "standard": _("Decks of 40 with at most 4 cards of one name."),
    "open": _("Decks of any size with any number of copies."),
}

SIDES = {
    "attackers": _("The Attackers' side"),
    "defenders": _("The Defenders' side"),
}

STEPS = {
    "connect": _("Connect Phase"),
    "main": _("Main Phase"),
    "challenge": _("Challenge Phase"),
    "victory": _("Victory Phase"),
    "draw": _("Draw Phase"),
}

TERMS = {"step": STEPS} | {
    "reason": REASONS,
    "skill": SKILL_NAMES,
    "side": SIDES,
    "variant": VARIANT_NAMES,
    "variant_sense": VARIANT_SENSES,
    "zone": ZONES,
    "mark": MARKS,
}

RULINGS = {
    "limbo_counts_as_user": Ruling(
        _("A User in Limbo"),
        {False: _("does not save its player from Domination"), True: _("saves its player from Domination")},
        "RM-OP-12",
    ),
}

WORDS = Words(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
