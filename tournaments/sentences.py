"""Sentences for the log entries of events."""

from collections.abc import Mapping

from gameplay.engine.core.errors import _
from gameplay.infrastructure.clock_change import CLOCK_SET
from tournaments.rules.alternatives import ALTERNATIVE_NAMES as ALTERNATIVES
from tournaments.rules.cut import STAGE_NAMES
from tournaments.rules.infractions import INFRACTIONS, LEVEL_NAMES

SENTENCES = {
    "event_created": _("{author} announced {name}; the commitment to its seed is {commitment}."),
    "appointed": _("{author} appointed {name} as {office}."),
    "dismissed": _("{author} removed {name} as {office}."),
    "joined": _("{name} joined as player {number}."),
    "waiting_list_joined": _("{name} joined the waiting list."),
    "waiting_list_left": _("{name} left the waiting list."),
    "waiting_list_removed": _("{author} removed {name} from the waiting list: {reason}"),
    "admitted": _("{author} admitted {name} from the waiting list as player {number}."),
    "capacity_changed": _("{author} changed the number of places from {before[capacity]} to {capacity}."),
    "walked_in": _("{author} added {name} as player {number}."),
    "bot_added": _("{author} added the bot {name} as player {number}."),
    "checked_in": _("{author} checked in {name}."),
    "checked_out": _("{author} undid the check-in of {name}."),
    "consent_received": _("{author} received the guardian's consent for {name}."),
    "consent_undone": _("{author} undid the guardian's consent for {name}."),
    "names_erased": _("A person's data was erased at their request; their name is replaced in this log."),
    "notifications_changed": _("You changed your notifications."),
    "data_erased": _("Your data was erased."),
    "dropped": _("{name} dropped after round {round}. {reason}"),
    "name_marked": _("{before[name]} is now shown as {name}, to avoid confusion with an official."),
    "team_changed": _("{author} moved {name} to the team {team}, board {board}."),
    "came_back": _("{author} restored {name} after a drop: {reason}"),
    "entered_late": _("{author} added {name} late as player {number}, to play in pod {pod}: {reason}"),
    "came_late": _("{author} added {name} late as player {number}: {reason}"),
    "bye_played": _(
        "{author} seated {name} against {opponent}, who had the bye, at table {table} in round {round}: {reason}"
    ),
    "kept_apart": _("{author} added a pairing exclusion for {a} and {b}: {reason}"),
    "apart_lifted": _("{author} removed the pairing exclusion for {a} and {b}: {reason}"),
    "pairing_chosen": _("{author} set the pairing to {pairing}, the last round {last}: {reason}"),
    "device_link": _("{author} gave {name} a link for another device."),
    "registration_closed": _("{author} closed registration with {players} players."),
    "list_saved": _("A deck list was saved (cards: {cards})."),
    "deck_brought": _("{name} submitted a deck, {checksum}."),
    "list_looked_at": _("{author} looked at the deck list of {name}."),
    "deck_withdrawn": _("{name} withdrew the submitted deck."),
    "decks_locked": _("{author} locked the decks."),
    "decks_locked_without": _("{author} locked the decks without those of {names}: {reason}"),
    "pods_made": _("{author} made pods of {sizes} for {players} players."),
    "infractions_changed": _("{author} changed usual penalties (infractions: {count})."),
    "infraction_added": _("{author} added an infraction: {words}."),
    "pod_sizes_set": _("{author} set the pod sizes to {sizes} for {players} players: {reason}"),
    "rounds_announced": _(
        "{author} changed the announced number of rounds from {before[rounds]} to {rounds}: {reason}"
    ),
    "days_changed": _("{author} changed the later days (UTC) from {before[days]} to {days}: {reason}"),
    "seats_swapped": _("{author} swapped the seats of {first} and {second}: {reason}"),
    "seated": _("{author} published the seating (pods: {pods})."),
    "clock_set": CLOCK_SET,
    "drafts_paused": _("{author} paused all running drafts (pods: {pods}): {reason}"),
    "drafts_resumed": _("{author} resumed the drafts after {seconds} s (pods: {pods})."),
    "round_paired": _("{author} previewed a pairing for round {round}."),
    "alternative_chosen": _("{author} chose a pairing for round {round} that breaks a rule ({kind}): {reason}"),
    "players_swapped": _("{author} swapped {first} and {second} in round {round}: {reason}"),
    "players_swapped_anyway": _(
        "{author} swapped {first} and {second} in round {round}, although this makes rematches ({rematches}) or second "
        "byes ({second_byes}) for {who}: {reason}"
    ),
    "pairings_kept": _("{author} kept the pairings of round {round} after a correction: {reason}"),
    "round_cancelled": _("{author} cancelled round {round} to pair it again (results discarded: {lost}): {reason}"),
    "cut_changed": _("{author} changed the top cut from {before[places]} to {places} players: {reason}"),
    "cut_draft_announced": _("{author} announced that the top {places} drafts again: {reason}"),
    "cut_draft_given_up": _("{author} announced that the top {places} plays on with its decks: {reason}"),
    "cut_seated": _("{author} seated the top {places} for its draft (players: {players})."),
    "cut_given_up": _("{author} cancelled the top {before[places]}: {reason}"),
    "stage_published": _("{author} published round {round} ({minutes} minutes): {stage}."),
    "round_published": _("{author} published round {round} ({minutes} minutes)."),
    "table_moved": _("Round {round}, table {table}: a result was reported."),
    "reported": _("{author} reported {score} at table {table} in round {round}."),
    "confirmed": _("{author} confirmed {score} at table {table} in round {round}."),
    "contradicted": _("{author} disputed the result at table {table} in round {round} and reported {score}."),
    "entered": _("{author} entered {score} at table {table} in round {round}. {reason}"),
    "corrected": _("{author} corrected {before[score]} to {score} at table {table} in round {round}: {reason}"),
    "entered_own": _("{author}, who plays there, entered {score} at table {table} in round {round}. {reason}"),
    "corrected_own": _(
        "{author}, who plays there, corrected {before[score]} to {score} at table {table} in round {round}: {reason}"
    ),
    "played": _("The site entered {score} at table {table} in round {round}."),
    "match_game_began": _("Game {game} began at table {table} in round {round}."),
    "match_game_waits": _("Players may change their decks before game {game} at table {table} in round {round}."),
    "ready_for_game": _("{author} is ready for game {game} at table {table} in round {round}."),
    "decks_looked_at": _("{author} looked at the decks of table {table} in round {round}."),
    "extended": _("{author} extended table {table} in round {round} by {minutes} min: {reason}"),
    "judge_called": _("{author} called a judge."),
    "call_claimed": _("{author} accepted the call of {name}."),
    "call_escalated": _("{author} escalated the call of {name} to the head judge."),
    "call_resolved": _("{author} resolved the call of {name}. {reason}"),
    "deck_check_started": _("{author} started a deck check of {name}."),
    "deck_check_noted": _("{author} recorded the cards found in the deck ({found})."),
    "deck_check_looked_at": _("{author} looked at the deck check of {name}."),
    "deck_ok": _("{author} checked the deck of {name}: it is as registered."),
    "deck_fixed": _("{author} checked the deck of {name} and had it corrected: {reason}"),
    "deck_penalty": _("{author} checked the deck of {name}, which calls for a penalty: {reason}"),
    "decks_printed": _("{author} printed the deck lists ({decks})."),
    "deck_look_refused": _("{author}, who plays here, tried to look at decks; nothing was shown."),
    "penalty_given": _("{author} gave {name} a penalty, {level} ({infraction}): {reason}"),
    "penalty_requested": _("{author} requested a penalty for {name}, {level} ({infraction}): {reason}"),
    "penalty_approved": _(
        "{author} approved the penalty for {name} that {asked_by} requested, {level} ({infraction})."
    ),
    "penalty_refused": _(
        "{author} refused the penalty for {name} that {asked_by} requested, {level} ({infraction}): {reason}"
    ),
    "penalty_withdrawn": _("{author} withdrew the penalty for {name}, {level} ({infraction}): {reason}"),
    "loss_counts": _("{name}: {level} counts at table {table} in round {round}."),
    "loss_withdrawn": _("{name}: {level} no longer counts at table {table} in round {round}."),
    "webhook_added": _("{author} added a webhook to {host}."),
    "webhook_removed": _("{author} removed the webhook to {host}."),
    "webhook_tested": _("{author} tested the webhook to {host}."),
    "webhook_enabled": _("{author} enabled the webhook to {host} again."),
    "webhook_disabled": _("The webhook to {host} does not answer and was disabled."),
    "look_refused": _("{author}, who plays here, tried to look at the draft of pod {pod}; nothing was shown."),
    "event_finished": _("{author} finished the event; its seed was {seed}."),
    "event_finished_early": _(
        "{author} finished the event early, after {rounds} of {planned} rounds (results discarded: {lost}): {reason} "
        "Its seed was {seed}."
    ),
    "event_cancelled": _("{author} cancelled the event: {reason} Its seed was {seed}."),
    "event_imported": _(
        "{author} imported the event from a file (players: {players}, rounds: {rounds}, SHA-256: {file})."
    ),
    "event_reopened": _("{author} reopened the event (rounds restored: {restored}): {reason}"),
    "league_created": _(
        "{author} created the league {name}. Match points: {match_points}; points by rank: {rank_points}; attendance: "
        "{attendance}; best events: {best}; ratings: {ratings}."
    ),
    "league_changed": _(
        "{author} changed the league {name}. Match points: {match_points}; points by rank: {rank_points}; attendance: "
        "{attendance}; best events: {best}; ratings: {ratings}."
    ),
    "league_event_added": _("{author} added {event}."),
    "league_event_removed": _("{author} removed {event}."),
    "league_transferred": _("{author} made {name} the owner of the league."),
    "league_deleted": _("{author} deleted the league {name}."),
}
# Actions in the public log: milestones of the event, and every change of a random draw or of a reported result.
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
        "event_cancelled",
        "event_reopened",
        "event_imported",
    }
    | {
        "entered_late",
        "came_late",
        "bye_played",
        "pairing_chosen",
        "rounds_announced",
        "days_changed",
        "pod_sizes_set",
        "seats_swapped",
        "alternative_chosen",
        "cut_changed",
        "cut_given_up",
        "cut_draft_announced",
        "cut_draft_given_up",
        "cut_seated",
        "pairings_kept",
        "round_cancelled",
        "players_swapped",
        "players_swapped_anyway",
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
    "operator": _("operator"),
    "system": _("the site"),
}
"""Names of the roles in the log."""
FIELD_WORDS: Mapping[str, Mapping[str, str]] = {
    "infraction": {code: each.words for code, each in INFRACTIONS.items()},
    "level": {level.value: words for level, words in LEVEL_NAMES.items()},
    "office": ROLE_NAMES,
    "capacity": {"none": _("no limit")},
    "kind": ALTERNATIVES,
    "pairing": {"pods": _("inside the pods"), "event": _("across the whole event")},
    "last": {"power": _("by places in the standings"), "usual": _("like the others")},  # power pairing or not
    "match_points": {"yes": _("counted"), "no": _("not counted")},
    "rank_points": {"none": _("none")},
    "days": {"none": _("none")},
    "best": {"all": _("all of them")},
    "stage": {stage.value: words for stage, words in STAGE_NAMES.items()},
    "reason": {
        "left_event": _("left the event"),
        "deck_check": _("deck check"),
        "judge_call": _("judge call"),
        "imported": _("imported from a file"),
    },
    # The log stores wins, losses and draws; players write the draws only if there are any.
    "score": {f"{a}-{b}-0": f"{a}-{b}" for a in range(3) for b in range(3)},
}
"""Names of keys in the fields of log entries, and of the reasons that the site itself gives."""
