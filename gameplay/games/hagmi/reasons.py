"""The reasons for refusing a choice: for each code, its clause and a message with what to do instead.

A reason without a clause is used where no clause applies.
"""

from gameplay.engine.core.errors import RefusalReason, _

_ALL = (
    # phases
    RefusalReason("not_your_turn", "HAG-4.1.1", _("You can play cards only in the Main phases of your own turn.")),
    RefusalReason("another_phase", "HAG-4.1.1", _("You can play cards only in your Main phases.")),
    RefusalReason(
        "skill_out_of_phase", "HAG-4.5.4", _("You can use this skill only in the Main phases of your own turn.")
    ),
    RefusalReason("answer_first", "", _("Answer the current question first.")),
    RefusalReason("not_your_attack", "HAG-5.1.2", _("Only the player whose turn it is declares attacks.")),
    RefusalReason(
        "attack_later", "HAG-3.1.1", _("Units attack in the Battle phase. Continue from your Main phase to it.")
    ),
    RefusalReason("battle_over", "HAG-3.1.1", _("Your Battle phase is over. Attack in your next turn.")),
    RefusalReason("one_attack_at_a_time", "HAG-5.1.1", _("Finish the current attack before you declare another one.")),
    RefusalReason("resupply_later", "HAG-9.3.1", _("Units are resupplied in the End phase.")),
    RefusalReason("not_your_resupply", "HAG-9.3.6", _("Only the player whose turn it is resupplies units.")),
    RefusalReason("defeated_resupply", "HAG-12.4", _("A defeated player no longer resupplies units.")),
    # playing cards
    RefusalReason("not_in_hand", "", _("This card is not in your hand. Play a card from your hand.")),
    RefusalReason("is_fuel", "HAG-1.12", _("This card lies under a unit as fuel. Only its unit can burn it.")),
    RefusalReason(
        "secret_plan", "HAG-1.5", _("A secret plan is not in your hand. It is carried out only if a card says so.")
    ),
    RefusalReason("weapon_is_produced", "HAG-4.3.1", _("This card is a weapon. Produce it instead of playing it.")),
    RefusalReason("not_a_weapon", "HAG-4.3.1", _("Only weapons are produced. Play this card instead.")),
    RefusalReason(
        "cost", "HAG-4.2.1", _("You cannot pay for this card: you need as many other cards in your hand as it costs.")
    ),
    RefusalReason(
        "own_cost", "HAG-4.2.3", _("A card cannot pay for itself. You need one more card in your hand to pay for it.")
    ),
    RefusalReason("whole_cost", "HAG-4.2.1", _("The whole cost must be paid. Choose another card from your hand.")),
    RefusalReason("paid_from_hand", "HAG-4.2.2", _("You can pay only with cards from your hand.")),
    RefusalReason(
        "secret_plan_pays", "HAG-4.2.5", _("A secret plan is not in your hand, so it cannot pay for a card.")
    ),
    # skills
    RefusalReason("not_your_unit", "HAG-4.5.1", _("You can use skills only of your own units on the battlefield.")),
    RefusalReason("no_such_skill", "HAG-4.5.5", _("This card has no skill that you can use in a Main phase.")),
    RefusalReason("skills_ignored", "HAG-11.1", _("The skills of weapons are ignored in this mode.")),
    RefusalReason("jammed", "", _("This unit is Jammed: its skills do not work until your next standby step.")),
    RefusalReason("skill_used", "HAG-4.5.3", _("This skill limits itself, and you have already used it this turn.")),
    RefusalReason("skill_fuel", "HAG-4.5.2", _("This unit does not have the fuel that its skill costs.")),
    RefusalReason("skill_hand", "HAG-4.5.2", _("You do not have the cards in hand that this skill costs.")),
    RefusalReason("more_fuel", "HAG-5.1.4", _("The whole fuel must be burnt. Choose another fuel card.")),
    RefusalReason("fuel_elsewhere", "HAG-5.1.4", _("Burn fuel that lies under this unit.")),
    # attacks
    RefusalReason("not_your_attacker", "HAG-5.1.2", _("You can attack only with your own units.")),
    RefusalReason("not_on_battlefield", "HAG-5.1.3", _("Only a unit on the battlefield can attack. Produce it first.")),
    RefusalReason("facility", "HAG-1.7", _("A facility is not a unit: it cannot attack or defend.")),
    RefusalReason("has_attacked", "HAG-5.1.3", _("This unit has already attacked in this Battle phase.")),
    RefusalReason("attack_fuel", "HAG-5.1.5", _("This unit has less fuel than it consumes, so it cannot attack.")),
    RefusalReason("down", "", _("This unit is Down: it cannot attack or defend until your next standby step.")),
    RefusalReason("must_aim", "HAG-5.1.8", _("An attack needs at least one target. Choose one.")),
    RefusalReason(
        "targets_at_declaration", "HAG-5.1.8", _("Targets are chosen when an attack is declared. Declare one first.")
    ),
    RefusalReason("own_target", "HAG-5.1.9", _("Only opponents and their cards on the battlefield can be attacked.")),
    RefusalReason("ally_target", "HAG-13.6", _("A teammate and their cards cannot be attacked.")),
    RefusalReason("chosen_target", "HAG-5.2.3", _("This is already a target of the attack. Choose another one.")),
    RefusalReason("defeated_target", "HAG-12.9", _("A defeated player cannot be attacked. Their cards can.")),
    # defence
    RefusalReason("no_attack", "HAG-6.1.1", _("You can defend only against an attack on you or your cards.")),
    RefusalReason("closed_target", "HAG-6.1.3", _("This target has already been defended. Each is defended once.")),
    RefusalReason("not_a_target", "HAG-6.3.1", _("Only a unit that is a target of this attack can counter.")),
    RefusalReason("counter_fuel", "HAG-6.3.1", _("This unit has less fuel than it consumes, so it cannot counter.")),
    RefusalReason("not_your_guard", "HAG-6.2.1", _("Only your own units can guard your cards and you.")),
    RefusalReason("target_cannot_guard", "HAG-6.2.3", _("This unit is a target of the attack, so it cannot guard.")),
    RefusalReason("guards_already", "HAG-6.2.6", _("This unit already guards a target of this attack.")),
    RefusalReason("guarded_elsewhere", "HAG-6.2.1", _("You can guard only what is a target of this attack.")),
    RefusalReason("ally_guard", "HAG-13.6", _("You can guard only yourself and your own cards, not a teammate's.")),
    RefusalReason("guard_fuel", "HAG-6.2.1", _("This unit has less fuel than it consumes, so it cannot guard.")),
    RefusalReason("emergency_weapon", "HAG-6.4.1", _("Emergency production needs a weapon from your hand.")),
    RefusalReason(
        "emergency_cost", "HAG-6.4.2", _("You cannot pay for this weapon with the other cards in your hand.")
    ),
    RefusalReason("emergency_used", "HAG-6.4.6", _("Only one emergency production is possible against an attack.")),
    RefusalReason("must_step_in", "HAG-6.4.3", _("The weapon must step in for a target of the attack.")),
    # damage, resupply, skipping a turn, order
    RefusalReason("each_damage_card", "HAG-7.3.3", _("Choose for each damage card: play it now, or take it in hand.")),
    RefusalReason("not_drawn", "HAG-7.3.3", _("Choose one of the damage cards that you have just drawn.")),
    RefusalReason("must_resupply", "HAG-9.3.4", _("The top card of the discard pile must go under one of your units.")),
    RefusalReason("not_suppliable", "HAG-9.3.5", _("Only your own units that are not Cut Off can be resupplied.")),
    RefusalReason("fuel_from_hand", "HAG-9.3.2", _("Now only cards from your hand can go under your units.")),
    RefusalReason("skip_if_defeated", "HAG-12.6", _("Only a defeated player can skip their turn, when it begins.")),
    RefusalReason("gift_to_defeated", "HAG-12.8", _("Give logistics to another player who is not defeated.")),
    RefusalReason("skill_order", "HAG-3.2.2", _("All skills that trigger must resolve. Choose the next one.")),
    RefusalReason("discard_order", "HAG-4.4.6", _("All these cards are discarded. Choose the next one.")),
)

REASONS = {reason.code: reason for reason in _ALL}
