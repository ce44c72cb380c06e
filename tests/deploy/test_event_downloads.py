"""The archive of an event has what an official who does not play can download, and nothing else."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from zipfile import ZipFile

from django.test import Client

from deploy.event_archives.archive import MANIFEST, archive_pieces, write_archive
from drafting.models import Pack, Pod
from gameplay.models import OnlineGame
from gameplay.services.accounts import create_staff
from gameplay.services.games import concede
from tests.stages import make_stages
from tests.world import World
from tournaments.models import ConstructedDeck, Event, MatchGame, Official


def archived_files(event: Event, folder: Path) -> dict[str, bytes]:
    """Return the files in the archive of ``event``, by their paths in it."""
    file = folder / f"{event.slug}.zip"
    write_archive(file, archive_pieces(event.pk))
    with ZipFile(file) as archive:
        return {name.removeprefix(f"{event.slug}/"): archive.read(name) for name in archive.namelist()}


def addresses(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the path in an archive of each download of ``event``, and the address of the download."""
    page, api = f"/e/{event.slug}", f"/api/v1/events/{event.slug}"
    yield "event.json", f"{page}/verify.json"
    yield "tournament.json", f"{api}/tournament"
    yield "decks.json", f"{api}/deck-lists"
    for name in ("tournament.trf", "roster.csv", "pairings.csv", "results.csv", "standings.csv"):
        yield name, f"{page}/{name}"
    for each in event.pods.select_related("pod"):
        folder = f"pods/{each.pod.label}"
        yield f"{folder}/standings.csv", f"{page}/standings.csv?pod={each.number}"
        yield f"{folder}/tournament.trf", f"{page}/tournament.trf?pod={each.number}"
        yield f"{folder}/draft.csv", f"/pod/{each.pod.pk}/log.csv"
        yield f"{folder}/draft.json", f"/api/v1/pods/{each.pod.pk}/log"
    for link in MatchGame.objects.filter(match__round__event=event):
        name = f"games/round-{link.match.round.number}-table-{link.match.table}-game-{link.number}.json"
        yield name, f"/replay/{link.game.replay}/record"


def downloads(event: Event, official: Client) -> dict[str, bytes]:
    answers = {path: official.get(address) for path, address in addresses(event)}
    return {path: answer.content for path, answer in answers.items() if answer.status_code == 200}


def judge_of(event: Event) -> Client:
    """Return the browser of a new judge of ``event``, who does not play."""
    client, judge = Client(), create_staff(f"Judge of {event.slug}")
    Official.objects.create(event=event, account=judge, role=Official.Role.HEAD_JUDGE)
    client.force_login(judge, backend="gameplay.infrastructure.sessions.AccountBackend")
    return client


def assert_equal_to_downloads(event: Event, folder: Path) -> Mapping[str, bytes]:
    found = archived_files(event, folder)
    assert {path: data for path, data in found.items() if path not in {MANIFEST, "decisions.csv"}} == downloads(
        event, judge_of(event)
    )
    return found


def test_archives_have_the_downloads_of_each_stage(world: World, db: None, tmp_path: Path):
    make_stages(world)
    played = OnlineGame.objects.get(pk=world.names["game"])
    concede(world.people["own"], played)

    found = {event.slug: assert_equal_to_downloads(event, tmp_path) for event in Event.objects.all()}

    everything = {path for files in found.values() for path in files}
    assert everything >= {"event.json", "decks.json", "pods/A/draft.csv", "games/round-1-table-1-game-1.json"}
    assert "event.json" not in found[world.day.event.slug]


def test_manifest_has_the_checksums_of_the_files_and_says_what_is_omitted(world: World, db: None, tmp_path: Path):
    found = archived_files(world.day.event, tmp_path)
    manifest = json.loads(found[MANIFEST])

    assert set(manifest["files"]) == set(found) - {MANIFEST}
    assert {path: entry["bytes"] for path, entry in manifest["files"].items()} == {
        path: len(data) for path, data in found.items() if path != MANIFEST
    }
    assert set(manifest["omitted"]) == {"event.json"}
    assert "finished" in manifest["omitted"]["event.json"]


def test_decisions_are_those_that_officials_see(world: World, db: None, tmp_path: Path):
    lines = archived_files(world.day.event, tmp_path)["decisions.csv"].decode("utf-8-sig").splitlines()
    page = judge_of(world.day.event).get(f"/e/{world.day.event.slug}/audit").content.decode()

    assert len(lines) - 1 == page.count("<tr>") - 1 > 10
    assert any("ten minutes" in line for line in lines)
    assert [line[:19] for line in lines[1:]] == sorted(line[:19] for line in lines[1:])


def test_archives_have_no_secrets(world: World, db: None, tmp_path: Path):
    """Neither seeds, codes and tokens, nor the packs of a draft in progress and decks that are not public."""
    make_stages(world)
    running = Event.objects.filter(finished_at=None)
    texts = {event.slug: b"\n".join(archived_files(event, tmp_path).values()).decode() for event in running}
    secrets = {bytes(event.seed).hex() for event in running} | {event.join_code for event in Event.objects.all()}
    secrets |= {token for token in OnlineGame.objects.values_list("replay", flat=True) if token}
    packs = Pack.objects.filter(pod__event_pod__event__in=running)
    secrets |= {token for pack in packs for token, _ref in pack.contents}
    assert len(secrets) > 50

    assert [(slug, secret) for slug, text in texts.items() for secret in secrets if secret in text] == []
    for event in running.filter(pods__pod__in=Pod.objects.filter(drafted_at=None)):
        assert not [ref for pack in packs for _token, ref in pack.contents if ref in texts[event.slug]]
    decks = ConstructedDeck.objects.filter(entry__event=running.get(slug=world.names["constructed"]))
    assert {ref for deck in decks for ref in deck.cards}
    assert not [ref for deck in decks for ref in deck.cards if ref in texts[world.names["constructed"]]]
