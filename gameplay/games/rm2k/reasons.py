"""The reasons for refusing a choice: for each code, its clause and a message with what to do instead.

A reason without a clause is used where no clause applies.
"""

from gameplay.engine.core.card_plays import COPY_OFFERED
from gameplay.engine.core.errors import RefusalReason, _

_ALL = (
    # starting Users
    RefusalReason("not_a_starter", "RM-2.2", _("Only Users from your deck can be starting Users.")),
    RefusalReason("over_set_value", "RM-2.2", _("This User costs more than the set value that is left.")),
    RefusalReason("set_value_with_main", "RM-2.2", _("Together with your Main User, this User exceeds the set value.")),
    RefusalReason(
        "new_choice_over", "RM-2.9", _("Your new choice must stay within the set value, too. Choose another User.")
    ),
    RefusalReason("picked_already", "RM-2.2", _("This User is already one of your starting Users.")),
    RefusalReason("set_aside", "RM-2.8", _("This Main User is set aside. Choose another one.")),
    RefusalReason("must_choose_main", "RM-2.3", _("One of your starting Users must be the Main User. Choose one.")),
    RefusalReason("your_users_lag", "RM-2.12", _("Your starting lag goes on your own Users.")),
    RefusalReason("place_all_lag", "RM-2.13", _("All of your starting lag must be placed. Choose a User.")),
    # phases
    RefusalReason("not_your_main", "RM-3.3.1", _("You can do this only in the Main Phase of your own turn.")),
    RefusalReason("main_is_over", "RM-3.3.2", _("You can do this only in your Main Phase.")),
    RefusalReason("pays_in_main", "RM-5.1.15", _("Lag for sync tokens is added only in your own Main Phase.")),
    RefusalReason(
        "challenge_in_main", "RM-3.3.3", _("Challenges are played in your Challenge Phase. Pass to continue to it.")
    ),
    RefusalReason("challenge_elsewhere", "RM-5.2.3", _("You can play a Challenge only in your own Challenge Phase.")),
    RefusalReason(
        "react_without_action", "RM-5.2.3", _("You can play a React only in answer to something that an opponent does.")
    ),
    RefusalReason("react_to_other_action", "RM-5.2.3", _("This React does not answer that kind of action.")),
    RefusalReason("react_to_yourself", "RM-7.2.6", _("A React answers an action of an opponent, not your own.")),
    RefusalReason(
        "event_waits", "RM-7.2.3", _("Until the current action has taken effect, only Reacts can be played.")
    ),
    RefusalReason("no_free_attacker", "RM-8.1.8", _("All your Users in play were already Attackers this turn.")),
    RefusalReason("no_participants", "RM-8.1.7", _("This Challenge needs a User in play on both sides.")),
    RefusalReason("answer_first", "", _("Answer the current question first.")),
    # syncing
    RefusalReason("not_in_hand", "RM-5.1.1", _("This card is not in your hand. Sync a card from your hand.")),
    RefusalReason("not_your_carrier", "RM-5.1.1", _("You can sync a card only on a User that you control.")),
    RefusalReason("limbo_carrier", "RM-6.7.6", _("A User in Limbo cannot carry a Syncing card.")),
    RefusalReason("carries_already", "RM-5.1.3", _("This User already carries a Syncing card.")),
    RefusalReason(
        "all_carry", "RM-5.1.4", _("Each of your Users carries a Syncing card already. Activate one of these first.")
    ),
    RefusalReason("no_users", "RM-5.1.1", _("You have no User in play that could carry this card.")),
    RefusalReason("immune_user", "RM-6.3", _("This User is immune to the skill of the card.")),
    RefusalReason("immune_instant", "RM-6.2", _("This User is immune to the skill of the card, so it cannot sync it.")),
    RefusalReason("not_your_payer", "RM-5.1.5", _("Only Users that you control can take lag for your Syncing cards.")),
    RefusalReason("limbo_payer", "RM-6.7.2", _("A User in Limbo cannot use any bandwidth.")),
    RefusalReason("no_bandwidth", "RM-5.1.7", _("This User has no free bandwidth left.")),
    RefusalReason("paid_for", "RM-5.2.1", _("This card already has its sync tokens. Activate it.")),
    RefusalReason("not_syncing", "RM-5.1.1", _("Only a Syncing card can be activated. Sync this card first.")),
    RefusalReason("too_few_tokens", "RM-5.2.2", _("This card has fewer sync tokens than it costs. Pay for it first.")),
    RefusalReason(
        "never_instant", "RM-5.3.5", _("Users and Attach cards cannot be played instantly. Sync this card first.")
    ),
    RefusalReason("instant_from_hand", "RM-5.3.1", _("Only cards from your hand can be played instantly.")),
    RefusalReason(
        "instant_carrier", "RM-5.3.2", _("To play it instantly, you need a User that carries no Syncing card.")
    ),
    RefusalReason("instant_bandwidth", "RM-5.3.3", _("This User does not have the free bandwidth for the whole cost.")),
    # abilities
    RefusalReason("not_your_ability", "RM-3.3.2", _("You can use abilities only of your own Users in play.")),
    RefusalReason("limbo_ability", "RM-6.7.3", _("A User in Limbo cannot use its ability.")),
    RefusalReason("no_ability", "", _("This User has no ability to use.")),
    RefusalReason("ability_used", "", _("This User has already used its ability this turn.")),
    RefusalReason("ability_bandwidth", "RM-3.3.1", _("This User does not have the free bandwidth for its ability.")),
    RefusalReason(
        "ability_in_challenge", "RM-3.4.2", _("Outside of your Main Phase, abilities are used only during a Challenge.")
    ),
    RefusalReason("attach_on_user", "RM-7.1.1", _("An Attach in play works by itself. There is nothing to choose.")),
    # challenges
    RefusalReason("no_challenge", "RM-8.1.2", _("Users attack and defend only in a Challenge. Play one first.")),
    RefusalReason("not_your_attacker", "RM-8.1.2", _("Only your own Users in play can be Attackers.")),
    RefusalReason("has_fought", "RM-8.1.8", _("This User has already been an Attacker this turn.")),
    RefusalReason("chosen_already", "", _("This User already takes part in the Challenge.")),
    RefusalReason("not_your_challenge", "RM-8.1.2", _("Only the player of the Challenge chooses its Attackers.")),
    RefusalReason("attackers_chosen", "RM-8.1.9", _("The Attackers of this Challenge have already been chosen.")),
    RefusalReason("defenders_chosen", "RM-8.1.9", _("The Defenders of this Challenge have already been chosen.")),
    RefusalReason("no_defender", "RM-8.1.6", _("A Personal Challenge has no Defender.")),
    RefusalReason("not_a_defender", "RM-8.1.2", _("Only Users in play of the challenged player can be Defenders.")),
    RefusalReason("limbo_fights", "RM-6.7.6", _("A User in Limbo can be neither an Attacker nor a Defender.")),
    RefusalReason("at_least_one", "RM-8.1.7", _("At least one User must take part. Choose one.")),
    RefusalReason("not_challengeable", "RM-9.6", _("Choose an opponent who is still in the game and has a User.")),
    # targets
    RefusalReason("limbo_target", "RM-6.7.4", _("A User in Limbo is immune to all effects.")),
    RefusalReason("syncing_target", "RM-5.1.10", _("A Syncing card is not in play, so no text affects it.")),
    RefusalReason("immune_target", "RM-6.1", _("This User is immune to the skill of the card. Choose another one.")),
)

REASONS = {reason.code: reason for reason in (*_ALL, COPY_OFFERED)}
