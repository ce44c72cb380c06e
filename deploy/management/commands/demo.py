"""``manage.py demo``: serve a demo event, or with --fast play a whole event with bots."""

import json
import socket
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from deploy.server.connections import LimitedHttp
from deploy.temporary_database import temporary_database
from gameplay.games import RULESETS
from gameplay.services import accounts
from tournaments.rules.cut import CUT_SIZES, cut_players_fault
from tournaments.selectors.roster import MIN_PLAYERS
from tournaments.services.bot_event import play_bot_event
from tournaments.services.demo_event import demo_accounts
from tournaments.services.practice_event import PRACTICE_SEATS

LINK_LIFETIME = timedelta(days=1)
MIN_DRAFT_PLAYERS, MAX_PLAYERS = 4, 384  # a pod has at least four seats (DRF-OP-1)


class Command(BaseCommand):
    help = "Serve a demo event; with --fast, play a whole event with bots and print the standings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--reset", action="store_true", help="Start with an empty database.")
        parser.add_argument(
            "--game",
            choices=sorted(RULESETS),
            default="",
            help="A constructed event of this game; without it, a draft.",
        )
        parser.add_argument("--fast", action="store_true", help="No server: bots play an event from start to end.")
        parser.add_argument("--players", type=int, default=PRACTICE_SEATS, help="With --fast.")
        parser.add_argument(
            "--cut", type=int, choices=CUT_SIZES, default=0, help="With --fast: the size of the top cut."
        )
        parser.add_argument("--seed", type=int, default=1, help="With --fast: equal seeds give equal events.")

    def handle(self, *, fast: bool, **options: Any) -> None:
        if fast:
            sys.exit(self.play(options["players"], options["seed"], options["cut"], options["game"]))
        self.serve(options["port"], reset=options["reset"], game=options["game"])

    def play(self, players: int, seed: int, cut: int, game: str) -> int:
        """Play an event in a temporary database and print it; return 0 if the verification is exact."""
        minimum = MIN_PLAYERS if game else MIN_DRAFT_PLAYERS
        if not minimum <= players <= MAX_PLAYERS:
            self.stderr.write(f"--players: {players} is not between {minimum} and {MAX_PLAYERS}")
            return 2
        if fault := cut_players_fault(cut, players):
            self.stderr.write(f"--cut: {fault}")
            return 2
        with temporary_database():
            played = play_bot_event(players, seed, cut, game)
        self.stdout.write(json.dumps(played, indent=2, ensure_ascii=False))
        return 0 if played["finished"] and played["verification"]["exact"] else 1

    def serve(self, port: int, *, reset: bool, game: str) -> None:
        """Prepare the demo event, print a link for each role, and serve until interrupted."""
        _exit_if_port_taken(port)
        if reset:
            _empty_database()
        call_command("migrate", verbosity=0)
        if settings.STATIC_MANIFEST:
            call_command("collectstatic", interactive=False, verbosity=0)
        address = f"http://localhost:{port}"
        self.stdout.write(f"\n  Passleft is at  {address}\n")
        for role, account in demo_accounts(game).items():
            link = accounts.create_login_link(account, lifetime=LINK_LIFETIME)
            self.stdout.write(f"  {role:<12} {account.handle:<6} {address}/sign-in/{link}")
        self.stdout.write(
            "\n  Each link signs in once. Open each in a browser profile or private window of its own."
            "\n  To try the draft alone, press “Draft against bots” on the first page. Ctrl+C stops the site.\n"
        )
        settings.DEMO = True
        limits: dict[str, Any] = {"http": LimitedHttp, "proxy_headers": False, "timeout_graceful_shutdown": 2}
        uvicorn.run("deploy.asgi:application", port=port, log_level="warning", **limits)


def _empty_database() -> None:
    """Delete the SQLite database; refuse to empty any other database."""
    if connection.vendor != "sqlite":
        sys.exit("--reset empties only the embedded database; empty the one of DATABASE_URL yourself")
    connection.close()
    name = str(connection.settings_dict["NAME"])
    for path in (name, f"{name}-wal", f"{name}-shm"):
        Path(path).unlink(missing_ok=True)


def _exit_if_port_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            sys.stderr.write(f"--port {port}: {error.strerror}; choose another one\n")
            sys.exit(2)
