"""Pick statistics of the cards of a set: a page and a CSV file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cards.selectors import display_card
from gameplay.infrastructure.csv_export import csv_response
from tournaments.selectors.card_figures import card_figures, set_or_404

COLUMNS = ("card", "title", "rarity", "seen", "taken", "average_pick", "last_pick", "wheel_rate", "games", "win_rate")


@require_safe
def figures_page(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """Show the pick statistics of a set."""
    found, language = set_or_404(game, code), get_language() or "en"
    drafts, rows = card_figures(found)
    context = {"set": found, "name": found.name.in_language(language), "drafts": drafts}
    context["rows"] = [(display_card(row.card, language), row) for row in rows]
    return render(request, "tournaments/figures.html", context)


@require_safe
def figures_csv(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """Download the pick statistics of a set as CSV."""
    found, language = set_or_404(game, code), get_language() or "en"
    rows = []
    for each in card_figures(found)[1]:
        tally = each.tally
        head = (each.card.ref, each.card.name.in_language(language), each.card.rarity, tally.seen, tally.taken)
        shares = (rounded_figure(tally.average_pick), tally.last_pick, rounded_figure(tally.wheel_rate))
        rows.append((*head, *shares, each.games, rounded_figure(each.win_rate)))
    return csv_response(f"picks-{game}-{code}", COLUMNS, rows)


def rounded_figure(figure: object) -> float | None:
    """Return ``figure`` rounded to four decimal places."""
    return None if figure is None else round(float(figure), 4)  # type: ignore[arg-type]
