"""Notifications: what a person wants, and sending them by push and e-mail.

They are sent after the commit and never in a request. A lost one is not repeated: the pages show the same, and no
notification is the only channel. They contain no card names, because others can read a lock screen.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

import structlog
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, override

from gameplay import ports
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import metrics, web_push
from gameplay.infrastructure.background import after_commit
from gameplay.infrastructure.codes import new_token
from gameplay.infrastructure.log import append_entry
from gameplay.infrastructure.notification_kinds import KINDS
from gameplay.infrastructure.outgoing_request import AddressRefusedError, UnreachableError
from gameplay.infrastructure.throttle import count_try
from gameplay.models import Account, NotificationSettings, PushSubscription
from gameplay.services import notification_mail

logger = structlog.get_logger(__name__)
MAX_SUBSCRIPTIONS = 10  # per account; the oldest are removed
MAX_CONFIRMATIONS = 3  # e-mails to confirm an address, per account and minute


class SubscriptionRefusedError(RulesError):
    """The browser's subscription is unusable."""

    code = "subscription_refused"
    sentence = _("This browser's push service cannot be used.")


class EmailRefusedError(RulesError):
    """The text is not an e-mail address."""

    code = "email_refused"
    sentence = _("Enter an e-mail address, such as alice@mail.example.")
    field = "email"


class MailOffError(RulesError):
    """The site has no mail server."""

    code = "mail_off"
    sentence = _("This site cannot send e-mail.")


class MailLinkError(RulesError):
    """The link of an e-mail is not valid, or is older than the address."""

    code = "mail_link_refused"
    sentence = _("This link is no longer valid. Change your e-mail address under “Your data”.")


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification: its kind, the template of its title with its fields, a line of text, and the path it opens.

    The title begins with where the person has to go. It is translated for each receiver.
    """

    kind: str
    title: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    path: str = "/"


def notify(accounts: Iterable[UUID], notice: Notice) -> None:
    """Send ``notice`` to those of ``accounts`` who want this kind, once the current transaction commits."""
    after_commit(_enqueue, list(accounts), notice)


def accounts_that_want(kind: str, accounts: QuerySet[Any]) -> set[UUID]:
    """Return those of ``accounts``, a query of their keys, that want notices of this kind. Makes one query."""
    chosen = NotificationSettings.objects.filter(account__in=accounts).values_list("account", "kinds")
    return {account for account, kinds in chosen if kind in kinds}


def send_notice(account_id: str, notice: str) -> None:
    """Send a notice, as JSON, to all devices and the confirmed e-mail address of an account. For background tasks."""
    chosen = NotificationSettings.objects.select_related("account").filter(account=UUID(account_id)).first()
    found = Notice(**json.loads(notice))
    if chosen is None or found.kind not in chosen.kinds or not chosen.account.is_active:
        return
    with override(chosen.account.language):
        title = gettext(found.title).format(**found.fields)
    message = {"title": title, "body": found.text, "url": found.path, "tag": found.kind}
    message["lang"] = chosen.account.language
    for subscription in chosen.account.push_subscriptions.all():
        _push(subscription, message)
    if chosen.email_confirmed_at:
        notification_mail.send_notice(chosen, title, text=found.text, path=found.path)


def settings_of(account: Account) -> NotificationSettings:
    """Return the settings of ``account``; those without a row are all off. One query."""
    return NotificationSettings.objects.filter(account=account).first() or NotificationSettings(account=account)


@transaction.atomic
def set_kinds(account: Account, kinds: Iterable[str]) -> NotificationSettings:
    """Switch ``kinds`` of notifications on, and all others off. Unknown kinds are ignored."""
    chosen = _locked_settings(account)
    wanted = set(kinds)
    chosen.kinds = [kind for kind in KINDS if kind in wanted]
    chosen.save(update_fields=["kinds"])
    _record(account)
    return chosen


@transaction.atomic
def set_email(account: Account, text: str) -> NotificationSettings:
    """Store an e-mail address and send it a link to confirm it; "" removes the address.

    Raise EmailRefusedError, MailOffError or TooManyTriesError.
    """
    email, chosen = text.strip(), _locked_settings(account)
    if email == chosen.email and (chosen.email_confirmed_at or not email):
        return chosen
    if email:
        _check_email(email)
        count_try("mail", str(account.pk), limit=MAX_CONFIRMATIONS)
    chosen.email, chosen.email_confirmed_at, chosen.secret = email, None, new_token()
    chosen.save(update_fields=["email", "email_confirmed_at", "secret"])
    _record(account)
    if email:
        after_commit(ports.wake_confirmation(), str(account.pk))
    return chosen


def send_confirmation(account_id: str) -> None:
    """Send the link that confirms the e-mail address of an account. For background tasks."""
    chosen = NotificationSettings.objects.select_related("account").filter(account=UUID(account_id)).first()
    if chosen and chosen.email and not chosen.email_confirmed_at:
        notification_mail.send_confirmation(chosen)


@transaction.atomic
def confirm_email(token: str) -> NotificationSettings:
    """Confirm the e-mail address that received ``token``. Raise MailLinkError."""
    chosen = _settings_of_link(token, notification_mail.CONFIRM)
    chosen.email_confirmed_at = chosen.email_confirmed_at or timezone.now()
    chosen.save(update_fields=["email_confirmed_at"])
    _record(chosen.account)
    return chosen


@transaction.atomic
def stop_email(token: str) -> None:
    """Remove the e-mail address that received ``token``. Nothing happens if it is removed already."""
    chosen = _settings_of_link(token, notification_mail.STOP)
    if chosen.email:
        chosen.email, chosen.email_confirmed_at = "", None
        chosen.save(update_fields=["email", "email_confirmed_at"])
        _record(chosen.account)


@transaction.atomic
def subscribe(account: Account, *, endpoint: str, p256dh: str, auth: str) -> PushSubscription:
    """Send the notifications of ``account`` to a browser from now on, and no longer those of another account.

    Raise SubscriptionRefusedError.
    """
    keys = {"p256dh": p256dh, "auth": auth}
    try:
        wanted = PushSubscription(account=account, endpoint=endpoint, **keys)
        wanted.clean_fields(exclude=["account"])
        web_push.check_subscription(wanted)
    except (AddressRefusedError, ValidationError, web_push.InvalidSubscriptionError) as error:
        raise SubscriptionRefusedError from error
    found, _new = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults={"account": account, **keys})
    newest = account.push_subscriptions.order_by("-created_at", "-pk").values_list("pk", flat=True)
    account.push_subscriptions.exclude(pk__in=list(newest[:MAX_SUBSCRIPTIONS])).delete()
    _record(account)
    return found


@transaction.atomic
def unsubscribe(account: Account, *, endpoint: str) -> None:
    """Send no more notifications to the browser with this ``endpoint``."""
    if account.push_subscriptions.filter(endpoint=endpoint).delete()[0]:
        _record(account)


def _enqueue(accounts: list[UUID], notice: Notice) -> None:
    chosen = NotificationSettings.objects.filter(account__in=accounts).values_list("account", "kinds")
    text = json.dumps(asdict(notice))
    for account_id, kinds in chosen:
        if notice.kind in kinds:
            ports.wake_notice()(str(account_id), text)


def _push(subscription: PushSubscription, message: dict[str, Any]) -> None:
    try:
        accepted = web_push.send_push(subscription, message)
        metrics.count_message("push", delivered=accepted)
        if not accepted:
            subscription.delete()
    except UnreachableError as error:
        metrics.count_message("push", delivered=False)
        logger.info("push service not reached", fault=error.fault)


def _check_email(email: str) -> None:
    if not notification_mail.is_enabled():
        raise MailOffError
    try:
        validate_email(email)
    except ValidationError as error:
        raise EmailRefusedError from error


def _settings_of_link(token: str, purpose: str) -> NotificationSettings:
    found = notification_mail.read_token(token, purpose)
    chosen = found and NotificationSettings.objects.select_related("account").filter(
        account=UUID(found.account), secret=found.secret
    ).first()  # fmt: skip
    if not chosen:
        raise MailLinkError
    return chosen


def _locked_settings(account: Account) -> NotificationSettings:
    found, _new = NotificationSettings.objects.get_or_create(account=account, defaults={"secret": new_token()})
    return NotificationSettings.objects.select_for_update().get(pk=found.pk)


def _record(account: Account) -> None:
    append_entry(account.stream, "notifications_changed", author=account, role="player")
