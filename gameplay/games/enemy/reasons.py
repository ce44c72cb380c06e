"""Why the rules forbid a choice: one reason a code, with its clause and what to do instead.

A reason without a clause says what is wrong where no clause speaks of it.
"""

from gameplay.engine.core.errors import RefusalReason, _

_ALL = (
    # whose turn, which step
    RefusalReason("not_your_turn", "ENE-3.6", _("Plays are made in your own turn. Wait for it.")),
    RefusalReason("not_your_turn_event", "ENE-11.1", _("An event is played in your own Play Step. Wait for it.")),
    RefusalReason("not_your_turn_field", "ENE-11.2", _("A field is played in your own Play Step. Wait for it.")),
    RefusalReason("not_your_turn_grunty", "ENE-11.7", _("A Grunty is used in your own Play Step. Wait for it.")),
    RefusalReason("another_step", "ENE-4.1", _("Plays are made in the Play Step, not in this one.")),
    RefusalReason("play_made", "ENE-6.1", _("You have made your play of this turn. Answer the question first.")),
    RefusalReason("must_play", "ENE-6.4", _("You must play while you can: any card of your hand may be hidden.")),
    # plays
    RefusalReason("not_in_hand", "", _("This card is not in your hand. Play a card of your hand.")),
    RefusalReason(
        "face_down", "ENE-10.4", _("Only actions come out of hiding, by being flipped. Play a card of your hand.")
    ),
    RefusalReason("waits_in_portal", "ENE-12.4", _("A monster leaves the portal only when a text lets it attack.")),
    RefusalReason(
        "another_type", "", _("A card of this type is not played like that. Choose one of the listed options.")
    ),
    RefusalReason(
        "action_face_up", "ENE-10.2", _("An action is played face down only. Hide it, and flip it at its moment.")
    ),
    RefusalReason(
        "not_a_monster", "ENE-12.1", _("Only monsters attack or are stored, and they are played in no other way.")
    ),
    RefusalReason("not_storable", "ENE-12.2", _("This monster is not storable. Attack with it, or hide it.")),
    RefusalReason(
        "unique_in_play", "ENE-7.6", _("This monster is unique, and a copy of it is in play. You may hide yours.")
    ),
    RefusalReason("cannot_spot", "ENE-13.9", _("You cannot spot all that this card requires. Keep it until you can.")),
    RefusalReason("requirement", "ENE-6.6", _("A requirement of this card is not met. Keep it until it is.")),
    RefusalReason("no_bearer", "ENE-9.2", _("None of your PCs may bear this item. You may hide it.")),
    RefusalReason("not_your_grunty", "", _("This is not a Grunty of yours in play.")),
    RefusalReason("too_small", "ENE-11.6", _("This Grunty has not the size that its effect needs. Feed it first.")),
    RefusalReason("later_turn", "ENE-6.11", _("The hand may be given up in your first turn only.")),
    RefusalReason("empty_hand", "", _("There is no card in your hand to give up.")),
    RefusalReason("keeps_its_place", "ENE-10.3", _("Sacrifice one of the hidden cards that are already there.")),
    RefusalReason("no_free_place", "ENE-8.3", _("You have as many PCs as you may. Replace one of them.")),
    RefusalReason("not_your_pc", "ENE-9.1", _("An item is played on a PC of your own.")),
    RefusalReason("wrong_bearer", "ENE-9.2", _("This PC may not bear the item. Choose one that may.")),
    RefusalReason("not_hungry", "ENE-11.4", _("A Grunty is fed from your hand, each time its condition is met.")),
    RefusalReason("healthy", "ENE-8.11", _("Only a wounded PC can be healed.")),
    RefusalReason("hand_too_large", "ENE-4.4", _("Discard cards of your hand until it has its size.")),
    # actions
    RefusalReason("not_hidden", "", _("This card is not among your hidden cards.")),
    RefusalReason("not_an_action", "ENE-10.4", _("Only an action can be flipped.")),
    RefusalReason("another_moment", "ENE-10.5", _("The text of this action names another moment. Keep it until then.")),
    RefusalReason("after_destiny", "ENE-16.8", _("Destiny is drawn: only actions whose text says so are flipped now.")),
    RefusalReason("only_hidden", "ENE-10.2", _("An action is flipped from hiding, not from the hand. Hide it first.")),
    RefusalReason("no_speed", "ENE-10.9", _("The fighting PC has no speed icon left for an action of your hand.")),
    RefusalReason("speed_elsewhere", "ENE-10.10", _("Only the speed icons of the PC in this fight help.")),
    # attacks
    RefusalReason("no_attack", "ENE-14.1", _("No monster attacks.")),
    RefusalReason("avoid_or_fight", "ENE-14.2", _("First decide, once for the whole attack: fight, or avoid it.")),
    RefusalReason("decided", "ENE-14.2", _("Whether to fight was decided, once for the whole attack.")),
    RefusalReason(
        "joins_too_late", "ENE-12.5", _("Portal monsters join when the Attack Step begins, at no other time.")
    ),
    RefusalReason("not_in_portal", "ENE-12.5", _("Only monsters of your portal join an attack.")),
    RefusalReason("never_joins", "ENE-12.4", _("No text lets this monster leave the portal.")),
    RefusalReason("cannot_join", "ENE-12.6", _("The condition of this monster is not met: it stays in the portal.")),
    RefusalReason("just_stored", "ENE-12.7", _("A monster does not attack in the turn in which it was stored.")),
    RefusalReason("not_to_pair", "ENE-15.1", _("Pair an attacking monster with a PC of your own.")),
    RefusalReason("more_to_pair", "ENE-15.2", _("Go on until every monster or every PC has its fight.")),
    RefusalReason("no_such_fight", "ENE-15.6", _("Extra monsters are added to fights there are, not to PCs left out.")),
    RefusalReason("more_to_add", "ENE-15.5", _("Every extra monster must be added to a fight.")),
    RefusalReason("no_fight_left", "", _("No fight of this PC is left.")),
    RefusalReason("not_a_winner", "ENE-16.3.1", _("Only a monster that has won uses its reward.")),
    RefusalReason("not_to_score", "ENE-16.3.4", _("Score exactly one monster of this fight that has a victory point.")),
)

REASONS = {reason.code: reason for reason in _ALL}
