"""The reasons for refusing a choice: for each code, its clause and a message with what to do instead.

A reason without a clause is used where no clause applies.
"""

from gameplay.engine.core.errors import RefusalReason, _

_ALL = (
    # turns and steps
    RefusalReason("not_your_turn", "ENE-3.6", _("You can make plays only on your own turn.")),
    RefusalReason("not_your_turn_event", "ENE-11.1", _("You can play an event only in your own Play Step.")),
    RefusalReason("not_your_turn_field", "ENE-11.2", _("You can play a field only in your own Play Step.")),
    RefusalReason("not_your_turn_grunty", "ENE-11.7", _("You can use a Grunty only in your own Play Step.")),
    RefusalReason("another_step", "ENE-4.1", _("You can make plays only in the Play Step.")),
    RefusalReason(
        "play_made", "ENE-6.1", _("You have already made your play this turn. Answer the current question first.")
    ),
    RefusalReason(
        "must_play", "ENE-6.4", _("You cannot pass while you can make a play. You can hide any card from your hand.")
    ),
    RefusalReason("answer_first", "", _("Answer the current question first.")),
    # plays
    RefusalReason("not_in_hand", "", _("This card is not in your hand. Play a card from your hand.")),
    RefusalReason(
        "face_down",
        "ENE-10.4",
        _("A hidden card stays face down, unless it is an action and you flip it. Play a card from your hand."),
    ),
    RefusalReason("waits_in_portal", "ENE-12.4", _("A monster leaves the portal only if a card text lets it attack.")),
    RefusalReason(
        "another_type", "", _("A card of this type cannot be played that way. Choose one of the listed options.")
    ),
    RefusalReason(
        "action_face_up",
        "ENE-10.2",
        _("An action can only be played face down. Hide it now, and flip it at the time its text names."),
    ),
    RefusalReason(
        "not_a_monster",
        "ENE-12.1",
        _("Only monsters can attack or be stored, and they cannot be played in any other way."),
    ),
    RefusalReason("not_storable", "ENE-12.2", _("This monster is not storable. Attack with it or hide it.")),
    RefusalReason(
        "unique_in_play", "ENE-7.6", _("This monster is unique, and a copy of it is in play. You can still hide yours.")
    ),
    RefusalReason(
        "cannot_spot", "ENE-13.9", _("You cannot spot everything that this card requires. Keep it until you can.")
    ),
    RefusalReason("requirement", "ENE-6.6", _("A requirement of this card is not met. Keep it until it is.")),
    RefusalReason("no_bearer", "ENE-9.2", _("None of your PCs can bear this item. You can still hide it.")),
    RefusalReason("not_your_grunty", "", _("This is not one of your Grunties in play.")),
    RefusalReason("too_small", "ENE-11.6", _("This Grunty is too small to use its effect. Feed it first.")),
    RefusalReason("later_turn", "ENE-6.11", _("You can mulligan your hand only on your first turn.")),
    RefusalReason("empty_hand", "", _("Your hand is empty, so you cannot mulligan it.")),
    RefusalReason("keeps_its_place", "ENE-10.3", _("Sacrifice one of the cards that were already hidden.")),
    RefusalReason("no_free_place", "ENE-8.3", _("You have the maximum number of PCs. Replace one of them.")),
    RefusalReason("not_your_pc", "ENE-9.1", _("You can play an item only on one of your own PCs.")),
    RefusalReason("wrong_bearer", "ENE-9.2", _("This PC cannot bear the item. Choose another one.")),
    RefusalReason(
        "not_hungry", "ENE-11.4", _("You can feed a Grunty only when its condition is met, with a card from your hand.")
    ),
    RefusalReason("full_size", "ENE-11.5", _("Your Grunties have the maximum size. They cannot be fed any more.")),
    RefusalReason("healthy", "ENE-8.11", _("Only a wounded PC can be healed.")),
    RefusalReason("hand_too_large", "ENE-4.4", _("Discard cards until your hand is down to its maximum size.")),
    # cards in play
    RefusalReason(
        "borne", "ENE-9.4", _("This item is already in play. It helps its bearer, and there is nothing to do with it.")
    ),
    RefusalReason("field_in_play", "ENE-11.2", _("This field is already in play, and its effect continues.")),
    RefusalReason("scored", "ENE-5.11", _("A monster in the score pile counts for its VP. It does not attack again.")),
    RefusalReason("attacks_already", "ENE-14.1", _("This monster is already attacking.")),
    # actions
    RefusalReason("not_hidden", "", _("This card is not one of your hidden cards.")),
    RefusalReason("not_an_action", "ENE-10.4", _("Only an action can be flipped.")),
    RefusalReason(
        "another_moment", "ENE-10.5", _("You can flip this action only at the time its text names. Keep it until then.")
    ),
    RefusalReason(
        "after_destiny", "ENE-16.8", _("Destiny has been drawn. You can flip only actions whose text allows it now.")
    ),
    RefusalReason(
        "only_hidden",
        "ENE-10.2",
        _("You can flip an action only from your hidden cards, not from your hand. Hide it first."),
    ),
    RefusalReason(
        "no_speed", "ENE-10.9", _("The fighting PC has no speed icon left to flip an action from your hand.")
    ),
    RefusalReason("speed_elsewhere", "ENE-10.10", _("Only the speed icons of the PC in this fight count.")),
    RefusalReason(
        "moment_over", "ENE-10.5", _("The time to flip this action in this attack is over. Keep it for another attack.")
    ),
    # attacks
    RefusalReason("no_attack", "ENE-14.1", _("No monster is attacking.")),
    RefusalReason(
        "not_defender", "ENE-14.2", _("Only the defending player decides whether to fight or to avoid the attack.")
    ),
    RefusalReason("no_pcs", "ENE-14.3", _("You have no PC in play, so you must avoid the attack.")),
    RefusalReason("avoid_or_fight", "ENE-14.2", _("First decide whether to fight or to avoid the whole attack.")),
    RefusalReason("decided", "ENE-14.2", _("You have already decided whether to fight or to avoid the whole attack.")),
    RefusalReason(
        "joins_too_late", "ENE-12.5", _("Monsters in the portal can join an attack only when the Attack Step begins.")
    ),
    RefusalReason("not_in_portal", "ENE-12.5", _("Only monsters in your portal can join an attack.")),
    RefusalReason("never_joins", "ENE-12.4", _("No card text lets this monster leave the portal.")),
    RefusalReason(
        "cannot_join", "ENE-12.6", _("The condition for this monster to join is not met, so it stays in the portal.")
    ),
    RefusalReason("just_stored", "ENE-12.7", _("A monster cannot attack on the turn it was stored.")),
    RefusalReason("not_to_pair", "ENE-15.1", _("Assign an attacking monster to one of your own PCs.")),
    RefusalReason(
        "in_another_pair",
        "ENE-15.4",
        _("You can put each monster on one PC, and on each PC one monster. Choose another."),
    ),
    RefusalReason("more_to_pair", "ENE-15.2", _("Assign monsters until every monster or every PC is in a fight.")),
    RefusalReason(
        "no_such_fight", "ENE-15.6", _("Add extra monsters to an existing fight, not to a PC without a fight.")
    ),
    RefusalReason("more_to_add", "ENE-15.5", _("Every extra monster must be added to a fight.")),
    RefusalReason("no_fight_left", "", _("This PC has no fight left to resolve.")),
    RefusalReason("not_a_winner", "ENE-16.3.1", _("Only a monster that won can use its reward.")),
    RefusalReason("not_to_score", "ENE-16.3.4", _("Score exactly one monster from this fight that has at least 1 VP.")),
)

REASONS = {reason.code: reason for reason in _ALL}
