"""What the game says: events, questions and answers, as templates to be translated."""

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Sentence, Sentences

EVENTS = sentences.EVENTS | {
    "committed": Sentence(_("{seat} has chosen starting Users."), ("seat",), clause="RM-2.4"),
    "clashed": Sentence(
        _("{seat} has chosen {card}, as another has: it is set aside."), ("seat", "card"), clause="RM-2.6"
    ),
    "main_user": Sentence(_("{seat} turns over the Main User, {card}."), ("seat", "card"), clause="RM-2.10"),
    "starts": Sentence(_("{seat} begins with {card}, too."), ("seat", "card"), clause="RM-2.10"),
    "goes_first": Sentence(_("{seat} goes first."), ("seat",), clause="RM-2.11"),
    "turn": Sentence(_("Turn {number}: {seat}."), ("seat", "number"), clause="RM-2.15"),
    "drew": Sentence(_("{seat} draws {card}."), ("seat", "card"), redacted_template=_("{seat} draws a card.")),
    "discarded": Sentence(_("{seat} discards {card}."), ("seat", "card")),
    "lagged": Sentence(_("{card}: {number} lag."), ("card", "number"), show_owner=("card",)),
    "cleared_lag": Sentence(
        _("{card} removes {number} lag."), ("card", "number"), clause="RM-3.2.1", show_owner=("card",)
    ),
    "synced": Sentence(
        _("{seat} begins to sync {card} on {card_user}."),
        ("seat", "card", "card_user"),
        redacted_template=_("{seat} begins to sync a card."),
        clause="RM-5.1.1",
    ),
    "carries": Sentence(_("{card} carries a Syncing card now."), ("card",), clause="RM-5.1.1", show_owner=("card",)),
    "paid": Sentence(
        _("{card} takes a lag for the card on {card_user}; sync tokens there now: {number}."),
        ("card", "card_user", "number"),
        clause="RM-5.1.5",
        show_owner=("card",),
    ),
    "charged": Sentence(
        _("The card that {card} carries gets sync tokens: {number}."), ("card", "number"), show_owner=("card",)
    ),
    "activated": Sentence(
        _("{seat} activates {card}, which {card_user} carried."), ("seat", "card", "card_user"), clause="RM-5.2.1"
    ),
    "instant": Sentence(
        _("{seat} plays {card} at once; {card_user} pays."), ("seat", "card", "card_user"), clause="RM-5.3.1"
    ),
    "attached": Sentence(
        _("{card} comes into play on {card_user}."),
        ("card", "card_user"),
        clause="RM-7.1.1",
        show_owner=("card_user",),
    ),
    "arrived": Sentence(_("{card} comes out of Limbo into play."), ("card",), clause="RM-6.7.5", show_owner=("card",)),
    "used": Sentence(_("{seat} uses the ability of {card}."), ("seat", "card"), clause="RM-3.3.2"),
    "prevented": Sentence(
        _("{card} is prevented and has no effect."), ("card",), clause="RM-7.2.6", show_owner=("card",)
    ),
    "disrupted": Sentence(
        _("The card that {seat} was syncing on {card_user} is deleted: {card}."),
        ("seat", "card", "card_user"),
        clause="RM-5.1.11",
    ),
    "deleted": Sentence(_("{card} is deleted."), ("card",), show_owner=("card",)),
    "returned": Sentence(_("{card} returns to its owner's hand."), ("card",), show_owner=("card",)),
    "recovered": Sentence(_("{seat} takes {card} out of the discard pile."), ("seat", "card")),
    "drained": Sentence(
        _("{card}: {number:+d} bandwidth, permanently."), ("card", "number"), clause="RM-4.2.2", show_owner=("card",)
    ),
    "bent": Sentence(
        _("{card}: {number:+d} bandwidth until the turn ends."),
        ("card", "number"),
        clause="RM-4.2.3",
        show_owner=("card",),
    ),
    "tuned": Sentence(
        _("{card}: {number:+d} {skill} until the turn ends."), ("card", "number", "skill"), show_owner=("card",)
    ),
    "challenged": Sentence(_("{seat} is challenged: {card}."), ("seat", "card"), clause="RM-8.1.2"),
    "attacks": Sentence(_("{card} is Attacker."), ("card",), clause="RM-8.1.2", show_owner=("card",)),
    "defends": Sentence(_("{card} is Defender."), ("card",), clause="RM-8.1.2", show_owner=("card",)),
    "boosted": Sentence(_("{side}: {number:+d} in this Challenge."), ("side", "number"), clause="RM-8.2.2"),
    "totals": Sentence(_("{card}: {ours} against {theirs}."), ("card", "ours", "theirs"), clause="RM-8.2.4"),
    "won": Sentence(_("{seat} wins {card}."), ("seat", "card"), clause="RM-8.2.5"),
    "lost": Sentence(_("{seat} loses {card}."), ("seat", "card"), clause="RM-8.2.5"),
    "drawn": Sentence(_("{card} is a draw and has no effect."), ("card",), clause="RM-8.2.6"),
    "all_fail": Sentence(_("{card}: both totals are negative, both sides lose."), ("card",), clause="RM-8.3.1"),
    "claimed": Sentence(_("{seat} has attained the goal of {card}."), ("seat", "card"), clause="RM-4.1.5"),
    "scored": Sentence(_("{seat}: {number:+d} VP."), ("seat", "number"), clause="RM-4.1.3"),
    "out": Sentence(_("{seat} is out of the game."), ("seat",), clause="RM-9.4"),
}

ASKS = sentences.ASKS | {
    "main": Sentence(_("Choose your Main User, in secret. Set value: {number}."), ("number",), clause="RM-2.2"),
    "starters": Sentence(
        _("Choose another starting User, in secret. Set value left: {number}."), ("number",), clause="RM-2.2"
    ),
    "starting_lag": Sentence(_("On which User does a starting lag go? {number} to go."), ("number",), clause="RM-2.12"),
    "main_phase": Sentence(_("Your Main Phase. Pass to go on to Challenges."), clause="RM-3.3.2"),
    "challenge_phase": Sentence(_("Your Challenge Phase. Pass to end it."), clause="RM-3.4.1"),
    "answer": Sentence(_("Answer {card}, or pass."), ("card",), clause="RM-3.4.8", show_rules_text=True),
    "aim": Sentence(_("{card}: whom do you challenge?"), ("card",), clause="RM-9.6"),
    "attacker": Sentence(_("{card}: who is Attacker?"), ("card",), clause="RM-3.4.5", show_rules_text=True),
    "attackers": Sentence(_("{card}: who else is Attacker?"), ("card",), clause="RM-8.1.7", show_rules_text=True),
    "defender": Sentence(_("{card}: who is Defender?"), ("card",), clause="RM-3.4.6", show_rules_text=True),
    "defenders": Sentence(_("{card}: who else is Defender?"), ("card",), clause="RM-8.1.7", show_rules_text=True),
    "claim": Sentence(_("{card} has attained its goal. Claim it?"), ("card",), clause="RM-4.1.5", show_rules_text=True),
    "host_for": Sentence(
        _("{card}: on which User does it come into play?"), ("card",), clause="RM-7.1.2", show_rules_text=True
    ),
    "opponent_for": Sentence(_("{card}: which opponent?"), ("card",), clause="RM-9.6", show_rules_text=True),
    "user_for": Sentence(_("{card}: which User?"), ("card",), clause="RM-6.1", show_rules_text=True),
    "discard_for": Sentence(_("{card}: choose a card to discard."), ("card",), show_rules_text=True),
    "delete_for": Sentence(_("{card}: which card is deleted?"), ("card",), clause="RM-6.1", show_rules_text=True),
    "disrupt_for": Sentence(
        _("{card}: on which User is the Syncing card deleted?"), ("card",), clause="RM-5.1.11", show_rules_text=True
    ),
    "return_for": Sentence(
        _("{card}: which card returns to the hand?"), ("card",), clause="RM-6.1", show_rules_text=True
    ),
    "recover_for": Sentence(_("{card}: which card comes back?"), ("card",), show_rules_text=True),
    "charge_for": Sentence(_("{card}: for which User's Syncing card are the tokens?"), ("card",), show_rules_text=True),
}

OPTIONS = sentences.OPTIONS | {
    "main": Sentence(_("Main User: {card}"), ("card",), show_rules_text=True),
    "starter": Sentence(_("{card}, too"), ("card",), show_rules_text=True),
    "lag": Sentence(_("On {card}"), ("card",)),
    "sync": Sentence(
        _("Begin to sync {card} on {card_user}"),
        ("card", "card_user"),
        prefix=_("Begin to sync {card} on"),
        suffix=_("{card_user}"),
    ),
    "pay": Sentence(
        _("{card} takes a lag for {card_syncing}"),
        ("card", "card_syncing"),
        prefix=_("A lag for {card_syncing} on"),
        suffix=_("{card}"),
    ),
    "activate": Sentence(_("Activate {card}"), ("card",), show_rules_text=True),
    "instant": Sentence(
        _("Play {card} at once; {card_user} pays"),
        ("card", "card_user"),
        show_rules_text=True,
        prefix=_("Play {card} at once, paid by"),
        suffix=_("{card_user}"),
    ),
    "use": Sentence(_("Use the ability of {card}"), ("card",), show_rules_text=True),
    "against": Sentence(_("{seat}"), ("seat",)),
    "attacker": Sentence(_("{card} attacks"), ("card",)),
    "defender": Sentence(_("{card} defends"), ("card",)),
    "host": Sentence(_("On {card}"), ("card",)),
    "aim": Sentence(_("{card}"), ("card",)),
    "discard": Sentence(_("Discard {card}"), ("card",)),
    "recover": Sentence(_("{card}"), ("card",)),
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

END_REASONS = {
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

VARIANT_DESCRIPTIONS = {
    "standard": _("Decks of 40 with at most 4 cards of one name."),
    "open": _("Decks of any size with any number of copies."),
}

SIDE_NAMES = {
    "attackers": _("The Attackers' side"),
    "defenders": _("The Defenders' side"),
}

STEP_NAMES = {
    "connect": _("Connect Phase"),
    "main": _("Main Phase"),
    "challenge": _("Challenge Phase"),
    "victory": _("Victory Phase"),
    "draw": _("Draw Phase"),
}

TERMS = {"step": STEP_NAMES} | {
    "reason": END_REASONS,
    "skill": SKILL_NAMES,
    "side": SIDE_NAMES,
    "variant": VARIANT_NAMES,
    "variant_sense": VARIANT_DESCRIPTIONS,
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

SENTENCES = Sentences(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
