"""``manage.py operate ACTION``: what an operator does without a browser."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.refusals import RulesErrorGroup, errors_of
from gameplay.models import Account
from operations.selectors.accounts import find_staff
from operations.selectors.health import check_health
from operations.selectors.lateness import late_work
from operations.selectors.processes import process_states
from operations.selectors.running_events import running_counts
from operations.services import accounts
from operations.services.events import cancel_event
from operations.versions import software_versions
from tournaments.models import Event


class Command(BaseCommand):
    help = "Show what runs and what is late; create, lock and unlock staff accounts; cancel an event."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("status", help="Print the state of the site as JSON. Exits with 1 if users get errors.")
        create = actions.add_parser("create", help="Create a staff account and print its password.")
        create.add_argument("name", help="The handle.")
        create.add_argument("--email", default="", help="An e-mail address for signing in.")
        for action, text in (
            ("password", "Print a new password of a staff account. All its sessions end."),
            ("unlock", "Unlock a staff account, also after too many failed sign-ins."),
            ("sign-out", "End all sessions of a staff account."),
        ):
            actions.add_parser(action, help=text).add_argument("name", help="A handle or an e-mail address.")
        lock = actions.add_parser("lock", help="Lock a staff account and end its sessions.")
        lock.add_argument("name", help="A handle or an e-mail address.")
        lock.add_argument("--reason", required=True)
        cancel = actions.add_parser("cancel", help="Cancel an event. This is public and cannot be undone.")
        cancel.add_argument("slug", help="The last part of the address of the event.")
        cancel.add_argument("--reason", required=True, help="Public.")

    def handle(self, *, action: str, **options: Any) -> None:
        try:
            self._act(action, options)
        except (RulesError, RulesErrorGroup) as refusal:
            raise CommandError(" ".join(str(error) for error in errors_of(refusal))) from refusal

    def _act(self, action: str, options: dict[str, Any]) -> None:
        match action:
            case "status":
                self._print_status()
            case "create":
                self.stdout.write(accounts.create_staff(options["name"], email=options["email"], by=None).password)
            case "password":
                self.stdout.write(accounts.reset_password(_staff(options["name"]), by=None).password)
            case "lock":
                accounts.lock_account(_staff(options["name"]), reason=options["reason"], by=None)
            case "unlock":
                accounts.unlock_account(_staff(options["name"]), by=None)
            case "sign-out":
                accounts.end_sessions(_staff(options["name"]), by=None)
            case "cancel":
                cancel_event(_event(options["slug"]), reason=options["reason"], by=None)

    def _print_status(self) -> None:
        now, health = timezone.now(), check_health()
        counts, states = running_counts(), process_states(now)
        found = {
            "status": health.status,
            "parts": health.parts,
            "late": [each.sentence.format(**each.fields) for each in late_work(health, states, now)],
            "processes": [
                {
                    "kind": state.process.kind,
                    "host": state.process.host,
                    "pid": state.process.pid,
                    "seen_at": state.process.seen_at.isoformat(),
                    "late": state.is_late,
                }
                for state in states
            ],
            "events": counts.events,
            "practice_events": counts.practice_events,
            "games": counts.games,
            "versions": dict(software_versions()),
        }
        self.stdout.write(json.dumps(found, indent=2))
        if not health.is_ready:
            raise SystemExit(1)


def _staff(name: str) -> Account:
    found = find_staff(name)
    if found is None:
        raise CommandError(f"There is no staff account {name}.")
    return found


def _event(slug: str) -> Event:
    found = Event.objects.filter(slug=slug).first()
    if found is None:
        raise CommandError(f"There is no event {slug}.")
    return found
