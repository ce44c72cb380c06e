"""Replay the golden records, and play some seeded games, with the Python that runs this module.

It needs only the standard library: ``python3.13 -m tests.pythons``. It prints the version, the verdict of each record
and a digest of the seeded games. The last two lines must be the same for all supported versions of Python;
tests/test_pythons.py compares them.
"""

import hashlib
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

if find_spec("orjson") is None:  # the rules only dump lists and numbers, for which json gives the same output
    sys.modules["orjson"] = ModuleType("orjson")
    vars(sys.modules["orjson"])["dumps"] = lambda state: json.dumps(state, separators=(",", ":")).encode()

from cards.printed import PrintedCard, bundled_card_set
from gameplay.engine.bots.policies import play_to_end, random_policy
from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.correction import Correction
from gameplay.engine.core.game import Game
from gameplay.engine.core.record import dump_record, record_of
from gameplay.engine.core.record_replay import verify_record
from gameplay.games import RULESETS

GOLDEN = sorted((Path(__file__).parent / "gameplay/games/enemy/golden").glob("*.json"))
SEED = b"pythons"
GAMES = 10


def printed(game: str, ref: str) -> PrintedCard:
    code, _, number = ref.partition("-")
    return bundled_card_set(game, code).card(number)


def verdicts() -> list[str]:
    """Return the verdict of each golden record."""
    return [
        verify_record(file.read_text(encoding="utf-8"), RULESETS, printed, file=file.name).verdict for file in GOLDEN
    ]


def digest() -> str:
    """Return the SHA-256, in hex, of the records of some bot games, each rewound once by a judge."""
    decks = [
        [printed("enemy", ref) for ref, copies in deck.cards.items() for _ in range(copies)]
        for deck in bundled_card_set("enemy", "SD").decks
    ]
    records_hash = hashlib.sha256()
    for number in range(GAMES):
        game = Game.begin(RULESETS["enemy"], "sample", decks, SeededChance(RandomStream(SEED, f"game/{number}")))
        players = [RULESETS["enemy"].greedy_bot, random_policy(RandomStream(SEED, f"player/{number}"))]
        for _ in range(20):
            assert game.ask is not None
            game.choose(players[game.ask.seat](game))
        choices = [at for at, entry in enumerate(game.entries) if isinstance(entry, tuple)]
        game.apply_correction(Correction("Hana", "once more", (("rewind", choices[number]),)))
        play_to_end(game, players)
        records_hash.update(dump_record(record_of(game, "sample", decks)).encode())
    return records_hash.hexdigest()


if __name__ == "__main__":
    sys.stderr.write(f"Python {sys.version.split()[0]}\n")
    sys.stdout.write(f"{' '.join(verdicts())}\n{digest()}\n")
