"""The two looks of a game: cards on a table, or words and numbers. A cookie remembers the choice."""

from django.http import HttpRequest, HttpResponse

LOOKS = ("table", "words")
COOKIE = "look"
MAX_AGE = 365 * 86400  # seconds


def chosen_look(request: HttpRequest) -> str:
    """Return the look that this browser has chosen, by default the table."""
    look = request.COOKIES.get(COOKIE, "")
    return look if look in LOOKS else LOOKS[0]


def remember_look(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie to the look that the form has sent; ignore any other value."""
    look = request.POST.get("look", "")
    if look in LOOKS:
        response.set_cookie(COOKIE, look, max_age=MAX_AGE, secure=request.is_secure(), samesite="Lax")
