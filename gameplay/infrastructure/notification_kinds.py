"""The kinds of notifications that a person can switch on. The apps above send them."""

from django.utils.translation import gettext_lazy as _

KINDS = {
    "admitted": _("I move up from the waiting list of an event"),
    "seated": _("The seating is published, or the draft begins"),
    "pack": _("A pack waits for me, and the page is closed"),
    "deck": _("My deck is due soon"),
    "round": _("A round is published: my table and opponent"),
    "confirm": _("My opponent reported a result that I have to confirm"),
    "dispute": _("A disputed result of mine is settled"),
    "call": _("A judge answers my call"),
    "event": _("An event of mine is cancelled, ends early or is reopened"),
    "judging": _("A player calls a judge in an event that I judge"),
}
"""The labels of the kinds, in the order of an event."""
STAFF_KINDS = frozenset({"judging"})
"""The kinds that only staff accounts are offered."""
