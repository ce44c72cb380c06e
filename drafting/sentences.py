"""What the log says of a pod, in words. Seats are counted from 1; no entry names a card (DRF-2.11)."""

from gameplay.engine.core.errors import _
from gameplay.infrastructure.clock_change import CLOCK_SET

SENTENCES = {
    "seating_published": _("The seating of pod {pod} was published."),
    "packs_opened": _("The packs of round {pack_round} of {packs} were opened."),
    "packs_kept": _("All {packs} packs were opened; everybody keeps what is in their own."),
    "pick": _("Seat {seat} took card {pick} of pack {pack_round}; {left} are left in it."),
    "pick_by_clock": _("The clock took card {pick} of pack {pack_round} for seat {seat}; {left} are left in it."),
    "passed_on": _("A pack went past the closed seat {seat}."),
    "drafted": _("Pod {pod} is drafted; {minutes} minutes for building decks began."),
    "paused": _("The draft of pod {pod} was paused: {reason}"),
    "resumed": _("The draft went on after {seconds} seconds."),
    "seat_paused": _("Seat {seat} was paused: {reason}"),
    "seat_resumed": _("Seat {seat} went on after {seconds} seconds."),
    "deadlines_pushed": _("After an outage every deadline was moved by {seconds} seconds."),
    "clock_set": CLOCK_SET,
    "seat_to_bot": _("A bot acts for seat {seat}. {reason}"),
    "seat_to_substitute": _("{name} stands in at seat {seat}: {reason}"),
    "seat_taken_back": _("The player of seat {seat} acts again."),
    "seat_closed": _("Seat {seat} was closed: {reason}"),
    "deck_saved": _("The deck was saved: {cards} cards."),
    "deck_submitted": _("Seat {seat} submitted a deck, {checksum}."),
    "deck_by_clock": _("The time of seat {seat} was over; its deck was handed in, {checksum}."),
    "deck_taken_back": _("Seat {seat} took its deck back."),
    "building_extended": _("Deck building was extended by {minutes} minutes: {reason}"),
    "pool_changed": _("The registered pool was changed: {count} cards."),
    "pool_registered": _("What seat {seat} drafted was registered: {cards} cards, {checksum}."),
    "pool_taken_back": _("The registration of seat {seat} was taken back. {reason}"),
    "pool_confirmed": _("The pool of seat {seat} was checked and confirmed."),
    "pool_corrected": _("The pool of seat {seat} was corrected: {reason}"),
    "decks_in": _("All decks of pod {pod} are in."),
    "pack_replaced": _("The pack of seat {seat} in round {pack_round} was replaced: {reason}"),
    "seconds_given": _("Seat {seat} got {seconds} more seconds: {reason}"),
    "clock_set_anew": _("A clock was set anew."),
    "extra_time": _("{author} gave seat {seat} {percent} % more time: {reason}"),
    "pool_looked_at": _("{author} looked at what seat {seat} has drafted: {reason}"),
    "pick_looked_at": _("{author} looked at pick {pick} of pack {pack_round} of seat {seat}: {reason}"),
    "pick_corrected": _("Pick {pick} of pack {pack_round} of seat {seat} was corrected: {reason}"),
}
# What officials decide at a pod: for everybody; for staff until the event is over; for staff alone.
DECISION_ACTIONS = frozenset(
    {"paused", "resumed", "seat_paused", "seat_resumed", "seat_closed", "building_extended", "pack_replaced"}
    | {"pick_corrected", "pool_corrected", "seconds_given", "seat_to_substitute"}
)
LOOK_ACTIONS = frozenset({"pool_looked_at", "pick_looked_at"})
STAFF_ACTIONS = frozenset({"extra_time", "seat_to_bot", "seat_taken_back"})
