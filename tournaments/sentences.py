"""The actions of events in the log, in words."""

from collections.abc import Mapping

from gameplay.engine.core.errors import _
from gameplay.infrastructure.clock_change import CLOCK_SET
from tournaments.rules.alternatives import ALTERNATIVE_NAMES as ALTERNATIVES
from tournaments.rules.cut import STAGE_NAMES
from tournaments.rules.infractions import INFRACTIONS, LEVEL_NAMES

SENTENCES = {
    "event_created": _("{author} announced {name}; the commitment to its seed is {commitment}."),
    "appointed": _("{author} made {name} {office}."),
    "dismissed": _("{author} took back from {name} the office of {office}."),
    "joined": _("{name} joined as number {number}."),
    "walked_in": _("{author} entered {name} as number {number}."),
    "bot_added": _("{author} entered the bot {name} as number {number}."),
    "checked_in": _("{author} checked in {name}."),
    "checked_out": _("{author} undid the check-in of {name}."),
    "dropped": _("{name} dropped after round {round}. {reason}"),
    "name_marked": _("{before[name]} is called {name} now, so that nobody takes them for an official."),
    "team_changed": _("{author} moved {name} to the team {team}, board {board}."),
    "came_back": _("{author} took the drop of {name} back: {reason}"),
    "entered_late": _("{author} entered {name} late as number {number}, to play in pod {pod}: {reason}"),
    "came_late": _("{author} entered {name} late as number {number}: {reason}"),
    "bye_played": _(
        "{author} let {name} play against {opponent}, who had the bye, at table {table} in round {round}: {reason}"
    ),
    "kept_apart": _("{author} keeps {a} and {b} apart: {reason}"),
    "apart_lifted": _("{author} does not keep {a} and {b} apart any more: {reason}"),
    "pairing_chosen": _("{author} has rounds paired {pairing}, the last one {last}: {reason}"),
    "device_link": _("{author} gave {name} a link for another device."),
    "registration_closed": _("{author} closed registration with {players} players."),
    "list_saved": _("The list of a deck was saved: {cards} cards."),
    "deck_brought": _("{name} handed in a deck, {checksum}."),
    "list_looked_at": _("{author} looked at the list of {name}."),
    "deck_withdrawn": _("{name} took the deck back."),
    "decks_locked": _("{author} locked the decks."),
    "decks_locked_without": _("{author} locked the decks without those of {names}: {reason}"),
    "pods_made": _("{author} made pods of {sizes} for {players} players."),
    "infractions_changed": _("{author} changed what is usual for {count} infractions."),
    "infraction_added": _("{author} added an infraction: {words}."),
    "pod_sizes_set": _("{author} set the pods to {sizes} for {players} players: {reason}"),
    "rounds_announced": _("{author} announced {rounds} rounds instead of {before[rounds]}: {reason}"),
    "seats_swapped": _("{author} let {first} and {second} change seats: {reason}"),
    "seated": _("{author} published the seating of {pods} pods."),
    "clock_set": CLOCK_SET,
    "drafts_paused": _("{author} paused all {pods} running drafts: {reason}"),
    "drafts_resumed": _("{author} let {pods} drafts go on after {seconds} seconds."),
    "round_paired": _("{author} looked at a pairing for round {round}."),
    "alternative_chosen": _("{author} chose a pairing for round {round} that breaks a rule ({kind}): {reason}"),
    "players_swapped": _("{author} let {first} and {second} change places in round {round}: {reason}"),
    "pairings_kept": _("{author} kept the pairings of round {round} after a correction: {reason}"),
    "round_cancelled": _("{author} lets round {round} be paired again; {lost} results in it do not count: {reason}"),
    "cut_changed": _("{author} let the first {places} play on after the rounds, not {before[places]}: {reason}"),
    "cut_given_up": _("{author} gave up the top {before[places]}: {reason}"),
    "stage_published": _("{author} published round {round} of {minutes} minutes: {stage}."),
    "round_published": _("{author} published round {round} of {minutes} minutes."),
    "table_moved": _("Round {round}, table {table}: something was reported."),
    "reported": _("{author} reported {score} at table {table} in round {round}."),
    "confirmed": _("{author} confirmed {score} at table {table} in round {round}."),
    "contradicted": _("{author} contradicted with {score} at table {table} in round {round}."),
    "entered": _("{author} entered {score} at table {table} in round {round}. {reason}"),
    "corrected": _("{author} corrected {before[score]} to {score} at table {table} in round {round}: {reason}"),
    "entered_own": _("{author}, who plays there, entered {score} at table {table} in round {round}. {reason}"),
    "corrected_own": _(
        "{author}, who plays there, corrected {before[score]} to {score} at table {table} in round {round}: {reason}"
    ),
    "played": _("The game at table {table} in round {round} entered {score}."),
    "match_game_began": _("Game {game} began at table {table} in round {round}."),
    "decks_looked_at": _("{author} looked at the decks of table {table} in round {round}."),
    "extended": _("{author} gave table {table} in round {round} {minutes} more minutes: {reason}"),
    "judge_called": _("{author} called a judge."),
    "call_claimed": _("{author} takes the call of {name}."),
    "call_escalated": _("{author} passed the call of {name} on to the head judge."),
    "call_resolved": _("{author} resolved the call of {name}. {reason}"),
    "deck_check_started": _("{author} took the deck of {name} to check it."),
    "deck_check_noted": _("{author} noted {found} cards of the deck."),
    "deck_check_looked_at": _("{author} looked at the check of the deck of {name}."),
    "deck_ok": _("{author} checked the deck of {name}: it is as registered."),
    "deck_fixed": _("{author} checked the deck of {name}, and it was put right: {reason}"),
    "deck_penalty": _("{author} checked the deck of {name}, which asks for a penalty: {reason}"),
    "decks_printed": _("{author} had the lists of {decks} decks to print."),
    "deck_look_refused": _("{author}, who plays here, asked for decks; nothing was shown."),
    "penalty_given": _("{author} gave {name} a penalty, {level} ({infraction}): {reason}"),
    "penalty_requested": _("{author} asks for a penalty for {name}, {level} ({infraction}): {reason}"),
    "penalty_approved": _("{author} approved the penalty of {name} that {asked_by} asked for, {level} ({infraction})."),
    "penalty_refused": _(
        "{author} refused the penalty of {name} that {asked_by} asked for, {level} ({infraction}): {reason}"
    ),
    "penalty_withdrawn": _("{author} withdrew the penalty of {name}, {level} ({infraction}): {reason}"),
    "loss_counts": _("{name}: {level} counts at table {table} in round {round}."),
    "loss_withdrawn": _("{name}: {level} does not count any more at table {table} in round {round}."),
    "webhook_added": _("{author} set up a webhook to {host}."),
    "webhook_removed": _("{author} removed the webhook to {host}."),
    "webhook_tested": _("{author} tried the webhook to {host}."),
    "webhook_enabled": _("{author} switched the webhook to {host} on again."),
    "webhook_disabled": _("The webhook to {host} does not answer, and was switched off."),
    "look_refused": _("{author}, who plays here, tried to look at what was drafted at pod {pod}; nothing was shown."),
    "event_finished": _("{author} ended the event; its seed was {seed}."),
    "event_finished_early": _(
        "{author} finished the event early, after {rounds} of {planned} rounds; {lost} results of the round that was "
        "being played do not count: {reason} Its seed was {seed}."
    ),
}
# What everybody may read: the day's milestones, and whatever overrode what was drawn or reported.
PUBLIC_ACTIONS = frozenset(
    {
        "event_created",
        "seated",
        "registration_closed",
        "decks_locked",
        "decks_locked_without",
        "drafts_paused",
        "drafts_resumed",
        "clock_set",
        "round_published",
        "stage_published",
        "event_finished",
        "event_finished_early",
    }
    | {
        "entered_late",
        "came_late",
        "bye_played",
        "pairing_chosen",
        "rounds_announced",
        "pod_sizes_set",
        "seats_swapped",
        "alternative_chosen",
        "cut_changed",
        "cut_given_up",
        "pairings_kept",
        "round_cancelled",
        "players_swapped",
        "entered",
        "corrected",
        "entered_own",
        "corrected_own",
        "extended",
    }
)

ROLE_NAMES = {
    "organizer": _("organizer"),
    "head_judge": _("head judge"),
    "floor_judge": _("floor judge"),
    "scorekeeper": _("scorekeeper"),
    "player": _("player"),
    "bot": _("bot"),
    "clock": _("the clock"),
    "site": _("the site"),
    "system": _("the site"),
}
"""What the roles in the log are called."""
FIELD_WORDS: Mapping[str, Mapping[str, str]] = {
    "infraction": {code: each.words for code, each in INFRACTIONS.items()},
    "level": {level.value: words for level, words in LEVEL_NAMES.items()},
    "office": ROLE_NAMES,
    "kind": ALTERNATIVES,
    "pairing": {"pods": _("inside the pods"), "event": _("across the whole event")},
    "last": {"power": _("by places in the standings"), "usual": _("like the others")},
    "stage": {stage.value: words for stage, words in STAGE_NAMES.items()},
    "reason": {"left_event": _("left the event"), "deck_check": _("deck check"), "judge_call": _("judge call")},
}
"""What the keys are called that stand in fields of entries; among reasons those that the site gives."""
