"""CPU seconds and costs of pairing a round, compared with other engines in the same run.

Two engines compute exact matchings of the whole field from all possible pairs; the third is a pairing engine in C++.
All engines pair the same rounds of the same event, in which the pairings of Passleft were played.
"""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from gc import collect
from importlib import import_module
from importlib.util import find_spec
from math import log
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import linear_regression
from time import process_time
from typing import Any

from gameplay.engine.core.chance import RandomStream
from tests.instruments.bench.field import simulate_rounds
from tournaments.rules.graphs import Matching, PairingGraph
from tournaments.rules.groups import PairingGroup, next_group, ordered_edge
from tournaments.rules.pairing import pair_group

Row = dict[str, Any]
Matcher = Callable[[PairingGraph], Matching]

SIZES = (6, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 10_000)
ROUNDS = (3, 5, 9)
TIME_LIMIT = 5.0  # seconds; an engine that took longer skips larger fields
WALL_TIME_LIMIT = 60.0  # seconds until an engine is killed
MIN_GROWTH_SIZE = 128  # players; growth ignores smaller fields, which are solved in one piece
OWN_ENGINE = "passleft"
INSTALL = "uv pip install --python .venv --require-hashes -r deploy/requirements/bench.txt (uv may be in .tools)"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--players", type=int, nargs="+", default=SIZES, help="Sizes of the fields.")
    parser.add_argument(
        "--limit", type=float, default=TIME_LIMIT, help="CPU seconds; an engine that took longer skips larger fields."
    )


def measure(*, players: Sequence[int] = SIZES, limit: float = TIME_LIMIT, **_: Any) -> list[Row]:
    """Return one measurement for each engine, field and round, and the growth exponent of each engine."""
    rows: list[Row] = []
    remaining = [name for name in ENGINES if find_spec(name)]
    for size in players:
        for row in _measure_rounds(size, remaining):
            rows.append(row)
            if row["cpu_s"] is None or row["cpu_s"] > limit:
                remaining = [name for name in remaining if name != row["engine"]]
    return [*rows, *growth_exponents(rows)]


def missing_engines() -> list[str]:
    """Return messages about the engines that are not installed, with installation instructions."""
    return [
        f"{name} is not installed and was skipped. To install it: {INSTALL}" for name in ENGINES if not find_spec(name)
    ]


def _measure_rounds(size: int, engines: Sequence[str]) -> Iterator[Row]:
    for tournament in simulate_rounds(size, max(ROUNDS)):
        if tournament.next_round not in ROUNDS:
            continue
        collect()  # no engine should collect the garbage of another
        began = process_time()
        group = next_group(tournament)
        grouped = process_time()
        pairing = pair_group(group, RandomStream(b"bench", "pairing"))
        paired = process_time()
        fields = {"players": len(group.players), "size": size, "round": tournament.next_round}
        yield _row(OWN_ENGINE, fields, paired - grouped, pairing.cost) | {"standings_s": round(grouped - began, 4)}
        for name in engines:
            yield _row(name, fields, *_time_in_process(name, group))


def _row(engine: str, fields: Row, seconds: float | None, cost: int | None) -> Row:
    cpu = None if seconds is None else round(seconds, 5)
    return {"name": f"pairing {engine}", "engine": engine, **fields, "cpu_s": cpu, "cost": cost}


def _time_in_process(name: str, group: PairingGroup) -> tuple[float | None, int | None]:
    """Pair in a separate process, which is killed after WALL_TIME_LIMIT; return the CPU seconds and the cost."""
    context = get_context("spawn")  # a fork of a process with threads may inherit a lock that is never released
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_time_pairing, args=(name, ENGINES[name], group.graph(), sender))
    process.start()
    sender.close()
    result: tuple[float | None, int | None] = (None, None)
    if receiver.poll(WALL_TIME_LIMIT):
        result = receiver.recv()
    process.kill()
    process.join()
    return result


def _time_pairing(name: str, pair: Matcher, graph: PairingGraph, sender: Connection) -> None:
    import_module(name)  # its import is not a part of the time
    collect()
    began = process_time()
    matching = pair(graph)
    sender.send((process_time() - began, graph.cost(matching)))


def _networkx(graph: PairingGraph) -> Matching:
    networkx = import_module("networkx")
    weighted_graph = networkx.Graph()
    weighted_graph.add_weighted_edges_from((a, b, -(graph.points_gap((a, b)) ** 2)) for a, b in graph.edges())
    return tuple(ordered_edge(a, b) for a, b in networkx.max_weight_matching(weighted_graph, maxcardinality=True))


def _rustworkx(graph: PairingGraph) -> Matching:
    rustworkx = import_module("rustworkx")
    weighted_graph = rustworkx.PyGraph()
    weighted_graph.add_nodes_from(range(graph.size))
    weighted_graph.extend_from_weighted_edge_list([(a, b, -(graph.points_gap((a, b)) ** 2)) for a, b in graph.edges()])
    return tuple(rustworkx.max_weight_matching(weighted_graph, max_cardinality=True, weight_fn=int))


def _swisspair(graph: PairingGraph) -> Matching:
    swisspair = import_module("swisspair")
    players = [
        swisspair.Player(
            id=str(vertex),
            points=graph.points[vertex],
            rank=vertex + 1,
            can_get_bye=graph.bye not in graph.met[vertex],
            cannot_be_paired_against_ids={str(other) for other in graph.met[vertex] if other != graph.bye},
        )
        for vertex in range(len(graph.players_below))
    ]
    matches = swisspair.create_matches(players)
    return tuple(ordered_edge(int(each.p1.id), graph.size - 1 if each.is_bye else int(each.p2.id)) for each in matches)


ENGINES: dict[str, Matcher] = {"rustworkx": _rustworkx, "networkx": _networkx, "swisspair": _swisspair}


def growth_exponents(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the exponent with which each engine's time grows with the number of players, from MIN_GROWTH_SIZE on."""
    for engine, times in _by_engine(rows).items():
        if len(points := [(log(size), log(seconds)) for size, seconds in times if size >= MIN_GROWTH_SIZE]) > 1:
            exponent = linear_regression(*zip(*points, strict=True)).slope
            yield {"name": f"growth of {engine}", "engine": engine, "exponent": round(exponent, 2)}


def _by_engine(rows: Sequence[Row]) -> dict[str, list[tuple[int, float]]]:
    """Return the time of the slowest round of each size, by engine."""
    slowest: dict[str, dict[int, float]] = defaultdict(dict)
    for row in rows:
        if row["cpu_s"]:
            times = slowest[row["engine"]]
            times[row["size"]] = max(row["cpu_s"], times.get(row["size"], 0))
    return {engine: sorted(times.items()) for engine, times in slowest.items()}


def table(rows: Sequence[Row]) -> str:
    """Return the measurements as a Markdown table with the seconds and cost of each round."""
    engines = list(dict.fromkeys(row["engine"] for row in rows))
    cells: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in rows:
        if "size" in row:
            cells[row["size"], row["engine"]].append(row)
    lines = ["| players | " + " | ".join(engines) + " |", "|--:" * (len(engines) + 1) + "|"]
    lines += [
        f"| {size:,} | " + " | ".join(_cell(cells[size, engine]) for engine in engines) + " |"
        for size in dict.fromkeys(row["size"] for row in rows if "size" in row)
    ]
    lines += ["", *(f"{row['name']}: players to the power of {row['exponent']}" for row in rows if "exponent" in row)]
    return "\n".join(lines)


def _cell(rows: Sequence[Row]) -> str:
    if not rows:
        return "-"
    seconds = " / ".join("none" if row["cpu_s"] is None else f"{row['cpu_s']:.3g}" for row in rows)
    costs = " / ".join("-" if row["cost"] is None else str(row["cost"]) for row in rows)
    return f"{seconds} s; {costs}"
