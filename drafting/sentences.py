"""Sentences of the log entries of a pod. Seats count from 1; no entry names a card (DRF-2.11)."""

from gameplay.engine.core.errors import _
from gameplay.infrastructure.clock_change import CLOCK_SET

SENTENCES = {
    "seating_published": _("The seating of pod {pod} was published."),
    "packs_opened": _("The packs of round {pack_round} of {packs} were opened."),
    "packs_kept": _("All {packs} packs were opened; players keep the cards they opened."),
    "pick": _("Seat {seat} made pick {pick} of pack {pack_round}; cards left: {left}."),
    "pick_by_clock": _("The clock made pick {pick} of pack {pack_round} for seat {seat}; cards left: {left}."),
    "passed_on": _("A pack skipped the closed seat {seat}."),
    "drafted": _("Pod {pod} finished its draft. Players have {minutes} minutes to build decks."),
    "paused": _("The draft of pod {pod} was paused: {reason}"),
    "resumed": _("The draft resumed after {seconds} seconds."),
    "seat_paused": _("Seat {seat} was paused: {reason}"),
    "seat_resumed": _("Seat {seat} resumed after {seconds} seconds."),
    "deadlines_pushed": _("After an outage, all deadlines were extended by {seconds} seconds."),
    "clock_set": CLOCK_SET,
    "seat_to_bot": _("A bot acts for seat {seat}. {reason}"),
    "seat_to_substitute": _("{name} is the substitute at seat {seat}: {reason}"),
    "seat_taken_back": _("The player of seat {seat} is back."),
    "seat_closed": _("Seat {seat} was closed: {reason}"),
    "deck_saved": _("The deck was saved: {cards} cards."),
    "deck_submitted": _("Seat {seat} submitted a deck, {checksum}."),
    "deck_by_clock": _("Time ran out for seat {seat}; its deck was submitted, {checksum}."),
    "deck_changed": _("Seat {seat} changed its deck, {checksum}."),
    "deck_taken_back": _("Seat {seat} took its deck back."),
    "building_extended": _("Deck building was extended by {minutes} minutes: {reason}"),
    "pool_changed": _("The registered pool was changed: {count} cards."),
    "pool_registered": _("The pool of seat {seat} was registered: {cards} cards, {checksum}."),
    "pool_taken_back": _("The registration of seat {seat} was taken back. {reason}"),
    "pool_confirmed": _("The pool of seat {seat} was checked and confirmed."),
    "pool_corrected": _("The pool of seat {seat} was corrected: {reason}"),
    "decks_in": _("All decks of pod {pod} are in."),
    "pack_replaced": _("The pack of seat {seat} in round {pack_round} was replaced: {reason}"),
    "seconds_given": _("Seat {seat} got {seconds} more seconds: {reason}"),
    "clock_set_anew": _("A clock was changed."),
    "extra_time": _("{author} gave seat {seat} {percent} % more time: {reason}"),
    "pool_looked_at": _("{author} viewed the pool of seat {seat}: {reason}"),
    "pick_looked_at": _("{author} viewed pick {pick} of pack {pack_round} of seat {seat}: {reason}"),
    "pick_corrected": _("Pick {pick} of pack {pack_round} of seat {seat} was corrected: {reason}"),
}
# Decisions of officials at a pod: public; for staff until the event is over; for staff only.
DECISION_ACTIONS = frozenset(
    {"paused", "resumed", "seat_paused", "seat_resumed", "seat_closed", "building_extended", "pack_replaced"}
    | {"pick_corrected", "pool_corrected", "seconds_given", "seat_to_substitute"}
)
LOOK_ACTIONS = frozenset({"pool_looked_at", "pick_looked_at"})
STAFF_ACTIONS = frozenset({"extra_time", "seat_to_bot", "seat_taken_back"})
