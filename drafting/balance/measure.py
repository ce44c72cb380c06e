"""Playing as many drafts or rounds as are asked for, on several processes, and keeping the counts in a file."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from cards.printed import CardSet, bundled_card_set
from drafting.balance.constructed_games import games_per_round, play_round
from drafting.balance.drafts import GAMES, Counts, play_draft
from gameplay.engine.core.errors import UnreadableError

Play = Callable[[int], Counts]
FORMAT = "passleft-balance-2"
CHUNK_SIZE = 20  # drafts or rounds between two writings of the file


def measure(measured: CardSet, *, games: int, seed: int = 0, file: Path | None = None, processes: int = 1) -> Counts:
    """Return the counts of at least ``games`` games, those of ``file`` included, and keep them there.

    The same whatever is done at once or in several goes. Raises UnreadableError if ``file`` counts something else.
    """
    counts = read_counts(file, measured, seed) if file else Counter()
    unit, of_unit = (("draft",), GAMES) if measured.products else (("round",), games_per_round(measured))
    wanted = range(counts[unit], -(-games // of_unit))
    play = partial(_play, measured.game, measured.code, seed.to_bytes(32, "big", signed=True))
    with _process_map(processes) as each:
        played = iter(each(play, wanted))
        while done := list(islice(played, CHUNK_SIZE)):
            for draft in done:
                counts.update(draft)
            if file:
                write_counts(file, measured, seed, counts)
    return counts


def _play(game: str, code: str, seed: bytes, number: int) -> Counts:
    """Play a draft or a round of a set of the catalogue: processes hand each other its name, and look its cards up once."""
    measured = bundled_card_set(game, code)
    return (play_draft if measured.products else play_round)(measured, seed, number)


def read_counts(file: Path, measured: CardSet, seed: int) -> Counts:
    """Return the counts kept in ``file``, none if there is no such file yet. Raises UnreadableError."""
    if not file.exists():
        return Counter()
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["of"] != _fingerprint(measured, seed):
            raise UnreadableError("these are counts of another set, edition or seed", file=str(file), place="of")
        return Counter({tuple(key): int(count) for *key, count in data["counts"]})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UnreadableError(str(error), file=str(file)) from error


def write_counts(file: Path, measured: CardSet, seed: int, counts: Counts) -> None:
    """Keep ``counts`` in ``file``; a run that is stopped meanwhile leaves the former file."""
    data = {"of": _fingerprint(measured, seed), "counts": [[*key, count] for key, count in sorted(counts.items())]}
    new = file.with_name(f"{file.name}.new")
    new.write_text(json.dumps(data), encoding="utf-8")
    new.replace(file)


@contextmanager
def _process_map(processes: int) -> Iterator[Callable[[Play, Iterable[int]], Iterable[Counts]]]:
    """Something like `map`, in order, that works on ``processes`` processes."""
    if processes == 1:
        yield map
        return
    # spawned, not forked: a fork would carry over the connections of its parent
    with get_context("spawn").Pool(processes) as pool:
        yield partial(pool.imap, chunksize=2)


def _fingerprint(measured: CardSet, seed: int) -> dict[str, str | int]:
    return {"format": FORMAT, "set": measured.code, "fingerprint": measured.fingerprint, "seed": seed}
