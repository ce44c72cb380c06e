"""E-mail messages: notifications, and links that confirm an address or end the messages without signing in."""

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext, override

from gameplay.infrastructure import metrics
from gameplay.models import NotificationSettings

CONFIRM, STOP = "confirm", "stop"
"""The purposes of links."""
CONFIRM_SECONDS = 3 * 24 * 3600


class MailToken(NamedTuple):
    """What the token of a link contains: the account, and the secret of its address."""

    account: str
    secret: str


def is_enabled() -> bool:
    """Return whether the site can send e-mail."""
    return bool(settings.MAIL_ENABLED)


def read_token(token: str, purpose: str) -> MailToken | None:
    """Return the content of the ``token`` of a link; None if it is not valid or too old."""
    age = CONFIRM_SECONDS if purpose == CONFIRM else None
    try:
        account, secret = signing.loads(token, salt=_salt(purpose), max_age=age)
    except (signing.BadSignature, ValueError):
        return None
    return MailToken(account, secret)


def send_notice(chosen: NotificationSettings, title: str, *, text: str, path: str) -> None:
    """Send a notification to the address in ``chosen``."""
    if is_enabled():
        with override(chosen.account.language):
            _send(chosen, title, [text, settings.SITE_URL + path])


def send_confirmation(chosen: NotificationSettings) -> None:
    """Send the link that confirms the address in ``chosen``."""
    if not is_enabled():
        return
    with override(chosen.account.language):
        title = gettext("Confirm your e-mail address")
        text = gettext("Open this link to get notifications of your events at this address. It is valid for 3 days.")
        hint = gettext("If you did not ask for this, ignore this message.")
        _send(chosen, title, [text, _link(chosen, CONFIRM), hint])


def _send(chosen: NotificationSettings, title: str, lines: list[str]) -> None:
    stop = _link(chosen, STOP)
    footer = gettext("No more e-mail from this site: {url}").format(url=stop)
    headers = {
        # One click in the mail program, without signing in (RFC 8058).
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    body = "\n\n".join([*filter(None, lines), f"-- \n{footer}"])
    subject = " ".join(title.split())
    message = EmailMessage(subject, body, settings.MAIL_FROM, [chosen.email], headers=headers)
    try:
        message.send()
    except OSError:  # that of smtplib, too
        metrics.count_message("mail", delivered=False)
        raise
    metrics.count_message("mail", delivered=True)


def _link(chosen: NotificationSettings, purpose: str) -> str:
    token = signing.dumps([str(chosen.account_id), chosen.secret], salt=_salt(purpose))
    return settings.SITE_URL + reverse(f"mail_{purpose}", args=[token])


def _salt(purpose: str) -> str:
    return f"gameplay.mail.{purpose}"
