from gameplay.models.account import Account, LoginLink
from gameplay.models.answer import Answer
from gameplay.models.heartbeat import Heartbeat
from gameplay.models.log import AppendOnlyError, LogEntry, LogStream

__all__ = ["Account", "Answer", "AppendOnlyError", "Heartbeat", "LogEntry", "LogStream", "LoginLink"]
