"""The messages of the game: translatable templates of events, questions and options."""

from gameplay.engine.core import sentences
from gameplay.engine.core.errors import _
from gameplay.engine.core.rulings import Ruling
from gameplay.engine.core.sentences import Sentence, Sentences

EVENTS = sentences.EVENTS | {
    "committed": Sentence(_("{seat} has chosen their starting Users."), ("seat",), clause="RM-2.4"),
    "clashed": Sentence(
        _("{seat} chose the same Main User as another player: {card} is set aside."), ("seat", "card"), clause="RM-2.6"
    ),
    "main_user": Sentence(_("{seat} reveals {card} as Main User."), ("seat", "card"), clause="RM-2.10"),
    "starts": Sentence(_("{seat} also starts with {card}."), ("seat", "card"), clause="RM-2.10"),
    "goes_first": Sentence(_("{seat} goes first."), ("seat",), clause="RM-2.11"),
    "turn": Sentence(_("Turn {number}: {seat}."), ("seat", "number"), clause="RM-2.15"),
    "drew": Sentence(_("{seat} draws {card}."), ("seat", "card"), redacted_template=_("{seat} draws a card.")),
    "discarded": Sentence(_("{seat} discards {card}."), ("seat", "card")),
    "lagged": Sentence(_("{card} gets {number} lag."), ("card", "number"), show_owner=("card",)),
    "cleared_lag": Sentence(
        _("{number} lag is removed from {card}."), ("card", "number"), clause="RM-3.2.1", show_owner=("card",)
    ),
    "synced": Sentence(
        _("{seat} starts syncing {card} on {card_user}."),
        ("seat", "card", "card_user"),
        redacted_template=_("{seat} starts syncing a card."),
        clause="RM-5.1.1",
    ),
    "carries": Sentence(_("{card} now carries a Syncing card."), ("card",), clause="RM-5.1.1", show_owner=("card",)),
    "paid": Sentence(
        _("{card} takes 1 lag for the Syncing card on {card_user}. Sync tokens: {number}."),
        ("card", "card_user", "number"),
        clause="RM-5.1.5",
        show_owner=("card",),
    ),
    "charged": Sentence(
        _("Sync tokens added to the Syncing card on {card}: {number}."), ("card", "number"), show_owner=("card",)
    ),
    "activated": Sentence(
        _("{seat} activates {card}, carried by {card_user}."), ("seat", "card", "card_user"), clause="RM-5.2.1"
    ),
    "instant": Sentence(
        _("{seat} plays {card} instantly, paid for by {card_user}."), ("seat", "card", "card_user"), clause="RM-5.3.1"
    ),
    "attached": Sentence(
        _("{card} is attached to {card_user}."),
        ("card", "card_user"),
        clause="RM-7.1.1",
        show_owner=("card_user",),
    ),
    "arrived": Sentence(_("{card} enters play from Limbo."), ("card",), clause="RM-6.7.5", show_owner=("card",)),
    "used": Sentence(_("{seat} uses the ability of {card}."), ("seat", "card"), clause="RM-3.3.2"),
    "prevented": Sentence(
        _("{card} is prevented and has no effect."), ("card",), clause="RM-7.2.6", show_owner=("card",)
    ),
    "disrupted": Sentence(
        _("{card}, which {seat} was syncing on {card_user}, is deleted."),
        ("seat", "card", "card_user"),
        clause="RM-5.1.11",
    ),
    "deleted": Sentence(_("{card} is deleted."), ("card",), show_owner=("card",)),
    "returned": Sentence(_("{card} returns to its owner's hand."), ("card",), show_owner=("card",)),
    "recovered": Sentence(_("{seat} recovers {card} from the discard pile."), ("seat", "card")),
    "drained": Sentence(
        _("{card} gets {number:+d} bandwidth permanently."), ("card", "number"), clause="RM-4.2.2", show_owner=("card",)
    ),
    "bent": Sentence(
        _("{card} gets {number:+d} bandwidth until the end of the turn."),
        ("card", "number"),
        clause="RM-4.2.3",
        show_owner=("card",),
    ),
    "tuned": Sentence(
        _("{card} gets {number:+d} {skill} until the end of the turn."),
        ("card", "number", "skill"),
        show_owner=("card",),
    ),
    "challenged": Sentence(_("{seat} is challenged with {card}."), ("seat", "card"), clause="RM-8.1.2"),
    "attacks": Sentence(_("{card} attacks."), ("card",), clause="RM-8.1.2", show_owner=("card",)),
    "defends": Sentence(_("{card} defends."), ("card",), clause="RM-8.1.2", show_owner=("card",)),
    "boosted": Sentence(_("{side} gets {number:+d} in this Challenge."), ("side", "number"), clause="RM-8.2.2"),
    "totals": Sentence(_("{card}: {ours} against {theirs}."), ("card", "ours", "theirs"), clause="RM-8.2.4"),
    "won": Sentence(_("{seat} wins {card}."), ("seat", "card"), clause="RM-8.2.5"),
    "lost": Sentence(_("{seat} loses {card}."), ("seat", "card"), clause="RM-8.2.5"),
    "drawn": Sentence(_("{card} ends in a draw and has no effect."), ("card",), clause="RM-8.2.6"),
    "all_fail": Sentence(_("{card}: both totals are negative, so both sides lose."), ("card",), clause="RM-8.3.1"),
    "claimed": Sentence(_("{seat} claims the goal of {card}."), ("seat", "card"), clause="RM-4.1.5"),
    "scored": Sentence(_("{seat} gets {number:+d} VP."), ("seat", "number"), clause="RM-4.1.3"),
    "out": Sentence(_("{seat} is out of the game."), ("seat",), clause="RM-9.4"),
}

ASKS = sentences.ASKS | {
    "main": Sentence(_("Choose your Main User in secret. Set value: {number}."), ("number",), clause="RM-2.2"),
    "starters": Sentence(
        _("Choose another starting User in secret. Set value left: {number}."), ("number",), clause="RM-2.2"
    ),
    "starting_lag": Sentence(
        _("Choose a User for your starting lag. Left to place: {number}."), ("number",), clause="RM-2.12"
    ),
    "main_phase": Sentence(_("Your Main Phase. Pass to continue to your Challenge Phase."), clause="RM-3.3.2"),
    "challenge_phase": Sentence(_("Your Challenge Phase. Pass to end it."), clause="RM-3.4.1"),
    "answer": Sentence(_("Respond to {card}, or pass."), ("card",), clause="RM-3.4.8", show_rules_text=True),
    "aim": Sentence(_("{card}: which opponent do you challenge?"), ("card",), clause="RM-9.6"),
    "attacker": Sentence(_("{card}: choose the Attacker."), ("card",), clause="RM-3.4.5", show_rules_text=True),
    "attackers": Sentence(
        _("{card}: choose the Attackers, one at a time."), ("card",), clause="RM-8.1.7", show_rules_text=True
    ),
    "defender": Sentence(_("{card}: choose the Defender."), ("card",), clause="RM-3.4.6", show_rules_text=True),
    "defenders": Sentence(
        _("{card}: choose the Defenders, one at a time."), ("card",), clause="RM-8.1.7", show_rules_text=True
    ),
    "claim": Sentence(
        _("You have attained the goal of {card}. Claim it?"), ("card",), clause="RM-4.1.5", show_rules_text=True
    ),
    "host_for": Sentence(
        _("{card}: choose a User to attach it to."), ("card",), clause="RM-7.1.2", show_rules_text=True
    ),
    "opponent_for": Sentence(_("{card}: choose an opponent."), ("card",), clause="RM-9.6", show_rules_text=True),
    "user_for": Sentence(_("{card}: choose a User."), ("card",), clause="RM-6.1", show_rules_text=True),
    "discard_for": Sentence(_("{card}: choose a card to discard."), ("card",), show_rules_text=True),
    "delete_for": Sentence(_("{card}: choose a card to delete."), ("card",), clause="RM-6.1", show_rules_text=True),
    "disrupt_for": Sentence(
        _("{card}: choose the User whose Syncing card is deleted."), ("card",), clause="RM-5.1.11", show_rules_text=True
    ),
    "return_for": Sentence(
        _("{card}: choose a card to return to its owner's hand."), ("card",), clause="RM-6.1", show_rules_text=True
    ),
    "recover_for": Sentence(_("{card}: choose a card from your discard pile."), ("card",), show_rules_text=True),
    "charge_for": Sentence(
        _("{card}: choose the User whose Syncing card gets the tokens."), ("card",), show_rules_text=True
    ),
}

OPTIONS = sentences.OPTIONS | {
    "main": Sentence(_("Main User: {card}"), ("card",), show_rules_text=True),
    "starter": Sentence(_("Also start with {card}"), ("card",), show_rules_text=True),
    "lag": Sentence(_("On {card}"), ("card",)),
    "sync": Sentence(
        _("Sync {card} on {card_user}"),
        ("card", "card_user"),
        prefix=_("Sync {card} on"),
        suffix=_("{card_user}"),
    ),
    "pay": Sentence(
        _("Pay 1 lag for {card_syncing} with {card}"),
        ("card", "card_syncing"),
        prefix=_("Pay 1 lag for {card_syncing} with"),
        suffix=_("{card}"),
    ),
    "activate": Sentence(_("Activate {card}"), ("card",), show_rules_text=True),
    "instant": Sentence(
        _("Play {card} instantly, paid for by {card_user}"),
        ("card", "card_user"),
        show_rules_text=True,
        prefix=_("Play {card} instantly, paid for by"),
        suffix=_("{card_user}"),
    ),
    "use": Sentence(_("Use the ability of {card}"), ("card",), show_rules_text=True),
    "against": Sentence(_("{seat}"), ("seat",)),
    "attacker": Sentence(_("Attack with {card}"), ("card",)),
    "defender": Sentence(_("Defend with {card}"), ("card",)),
    "host": Sentence(_("Attach it to {card}"), ("card",)),
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
    "lag": _("1 lag"),
    "token": _("1 sync token"),
    "fought": _("attacked this turn"),
    "used": _("ability used this turn"),
}

END_REASONS = {
    "domination": _("no opponent has a User in play"),
    "pingout": _("all opponents' Users have 0 bandwidth permanently"),
    "accomplishment": _("enough victory points were reached"),
    "goal": _("the goal of a Main User was claimed"),
    "together": _("several players won or lost simultaneously, and the one with more victory points wins"),
    "decks": _("all decks are empty, and the player with more victory points wins"),
    "set_value": _("a player cannot choose a Main User; agree on another set value"),
    "time": _("time was called, and the player with more victory points wins"),
    "concede": _("all other players conceded"),
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
    "open": _("Open decks"),
}

VARIANT_DESCRIPTIONS = {
    "standard": _("Decks of 40 cards with at most 4 copies of a card."),
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
        {False: _("does not prevent Domination"), True: _("prevents Domination")},
        "RM-OP-12",
    ),
}

SENTENCES = Sentences(EVENTS, ASKS, OPTIONS, ZONES, TERMS, RULINGS)
