"""How cards fare at the drafts of the site: a page, and a table to take along."""

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
    """Show the figures of each card of a set."""
    found, language = set_or_404(game, code), get_language() or "en"
    drafts, rows = card_figures(found)
    context = {"set": found, "name": found.name.in_language(language), "drafts": drafts}
    context["rows"] = [(display_card(row.card, language), row) for row in rows]
    return render(request, "tournaments/figures.html", context)


@require_safe
def figures_csv(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """Give the figures as a table."""
    found, language = set_or_404(game, code), get_language() or "en"
    rows = []
    for each in card_figures(found)[1]:
        of_draft = each.tally
        head = (each.card.ref, each.card.name.in_language(language), each.card.rarity, of_draft.seen, of_draft.taken)
        shares = (rounded_figure(of_draft.average_pick), of_draft.last_pick, rounded_figure(of_draft.wheel_rate))
        rows.append((*head, *shares, each.games, rounded_figure(each.win_rate)))
    return csv_response(f"picks-{game}-{code}", COLUMNS, rows)


def rounded_figure(figure: object) -> float | None:
    """Return a figure to four places, as a spreadsheet shows it."""
    return None if figure is None else round(float(figure), 4)  # type: ignore[arg-type]
