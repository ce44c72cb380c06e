"""Services for card sets: importing a set."""

from django.db import transaction

from cards import set_json
from cards.models import ImportedSet
from cards.ports import card_games
from cards.printed import CardSet, CatalogueError, bundled_card_sets


@transaction.atomic
def import_set(text: str, *, file: str) -> CardSet:
    """Import a set from JSON ``text``; importing the same set again changes nothing.

    Raises CatalogueError, with ``file``, line and reason, if the game cannot read the set
    or if its code is already used by another set.
    """
    card_set = set_json.set_from_json(text, file=file)
    card_games().check_set(card_set)
    bundled_sets = (each for game in card_games().game_titles() for each in bundled_card_sets(game))
    if any(card_set.code.upper() == each.code.upper() for each in bundled_sets):
        raise CatalogueError(f"the code {card_set.code} is used by a set of this site", file=file)
    values = {"game": card_set.game, "code": card_set.code, "fingerprint": card_set.fingerprint}
    imported, _ = ImportedSet.objects.get_or_create(
        code__iexact=card_set.code, defaults=values | {"text": set_json.set_to_json(card_set)}
    )
    if imported.fingerprint != card_set.fingerprint:
        reason = f"the code {imported.code} is used by another set; a new edition needs its own code"
        raise CatalogueError(reason, file=file)
    return card_set
