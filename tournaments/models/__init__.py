from tournaments.models.apart import Apart
from tournaments.models.call import Call
from tournaments.models.deck import BroughtDeck
from tournaments.models.deck_check import DeckCheck
from tournaments.models.entry import Entry, Team
from tournaments.models.event import Event, EventPod, Official
from tournaments.models.match import Match, MatchGame, Report
from tournaments.models.penalty import Penalty
from tournaments.models.round import PairingDetails, Round
from tournaments.models.webhook import Delivery, Webhook

__all__ = [
    "Apart",
    "BroughtDeck",
    "Call",
    "DeckCheck",
    "Delivery",
    "Entry",
    "Event",
    "EventPod",
    "Match",
    "MatchGame",
    "Official",
    "PairingDetails",
]
__all__ += ["Penalty", "Report", "Round", "Team", "Webhook"]
