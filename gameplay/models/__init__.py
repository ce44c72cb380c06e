from gameplay.models.account import Account, LoginLink
from gameplay.models.game import Choice, GameSeat, JudgeNote, OnlineGame
from gameplay.models.heartbeat import Heartbeat
from gameplay.models.log import AppendOnlyError, LogEntry, LogStream
from gameplay.models.notification import NotificationSettings, PushSubscription
from gameplay.models.stored_response import StoredResponse

__all__ = [
    "Account",
    "AppendOnlyError",
    "Choice",
    "GameSeat",
    "Heartbeat",
    "JudgeNote",
    "LogEntry",
    "LogStream",
    "LoginLink",
    "NotificationSettings",
    "OnlineGame",
    "PushSubscription",
    "StoredResponse",
]
