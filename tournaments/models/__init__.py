from tournaments.models.call import Call
from tournaments.models.constructed_deck import ConstructedDeck
from tournaments.models.deck_check import DeckCheck
from tournaments.models.entry import Entry, Team
from tournaments.models.event import CutSeating, Event, EventPod, Official
from tournaments.models.league import League, LeagueEvent
from tournaments.models.match import Match, MatchGame, Report
from tournaments.models.pairing_exclusion import PairingExclusion
from tournaments.models.penalty import Penalty
from tournaments.models.round import PairingDetails, Round
from tournaments.models.waiting_player import WaitingPlayer
from tournaments.models.webhook import Delivery, Webhook

__all__ = [
    "Call",
    "ConstructedDeck",
    "CutSeating",
    "DeckCheck",
    "Delivery",
    "Entry",
    "Event",
    "EventPod",
    "League",
    "LeagueEvent",
    "Match",
    "MatchGame",
    "Official",
]
__all__ += ["PairingDetails", "PairingExclusion", "Penalty", "Report", "Round", "Team", "WaitingPlayer", "Webhook"]
