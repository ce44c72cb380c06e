"""The way through an event, with a picture of each step of the guides. It finds things as people do in any language."""

from collections.abc import Iterator

from playwright.sync_api import Browser, expect

from tests.instruments.pictures.camera import Camera
from tests.instruments.pictures.cast import EVENT_NAMES, Cast
from tournaments.guides import PHONE, WIDE

Picture = tuple[str, bytes]
NEXT_STEP = "#next-step .primary"


class Journey:
    """The windows of an organizer, a judge and a player at an event."""

    def __init__(self, browser: Browser, url: str, language: str) -> None:
        self.cast = Cast(language)
        self.desk, self.judge = (Camera(browser, url, language, WIDE) for _window in range(2))
        self.phone = Camera(browser, url, language, PHONE)
        self.desk.sign_in(self.cast.organizer)
        self.judge.sign_in(self.cast.judge)

    def take_all(self) -> Iterator[Picture]:
        """Yield the name of each picture, and the picture."""
        yield from self.registration()
        yield from self.draft()
        yield from self.decks()
        yield from self.first_round()
        yield from self.judging()
        yield from self.end()
        for camera in (self.desk, self.judge, self.phone):
            camera.close()

    def registration(self) -> Iterator[Picture]:
        cast, desk, phone = self.cast, self.desk.page, self.phone.page
        desk.goto("/events/new")
        desk.locator("a.preset").first.click()
        desk.locator("[name=name]").fill(EVENT_NAMES[cast.language])
        yield "organizer-create", self.desk.take("main form .primary", top="main form")
        desk.locator("main form .primary").click()
        expect(desk.locator("#walk-in")).to_be_visible()
        cast.find_event()
        phone.goto(f"/join/{cast.event.join_code}")
        phone.locator("[name=handle]").fill(cast.player_name)
        yield "player-join", self.phone.take("main form .primary")
        phone.locator("main form .primary").click()
        expect(phone.locator("output")).to_be_visible()
        yield "player-code", self.phone.take("output")
        cast.others_join()
        desk.reload()
        yield "organizer-join", self.desk.take("section:has(> .qr)", top="section:has(> .qr)")
        desk.locator(NEXT_STEP).click()
        expect(desk.locator("[value=publish_seating]")).to_be_attached()
        yield "organizer-pods", self.desk.take(NEXT_STEP)
        desk.locator(NEXT_STEP).click()
        expect(desk.locator("[value=publish_seating]")).to_have_count(0)

    def draft(self) -> Iterator[Picture]:
        cast, phone = self.cast, self.phone.page
        phone.goto("/my")
        yield "player-event", self.phone.take(".where", top="main h1")
        cast.others_pick()
        phone.goto(f"/pod/{cast.pod.pk}/draft")
        expect(phone.locator("form[data-pick]")).to_be_visible()
        yield "player-pick", self.phone.take("form[data-pick] .card:nth-child(2)")
        self.desk.page.reload()
        yield "organizer-draft", self.desk.take(top="section.panel:has(.ring)")

    def decks(self) -> Iterator[Picture]:
        cast, phone = self.cast, self.phone.page
        cast.draft()
        cast.player_builds()
        phone.goto(f"/pod/{cast.pod.pk}/deck")
        expect(phone.locator("#deck-title")).to_be_visible()
        yield "player-deck", self.phone.take("#submit")
        cast.others_build()
        self.desk.page.reload()
        yield "organizer-decks", self.desk.take(top="main h1")

    def first_round(self) -> Iterator[Picture]:
        cast, desk, phone = self.cast, self.desk.page, self.phone.page
        cast.all_build()
        desk.reload()
        desk.locator(NEXT_STEP).click()
        expect(desk.locator("[value=publish_round]")).to_be_attached()
        yield "organizer-pair", self.desk.take(NEXT_STEP)
        desk.locator(NEXT_STEP).click()
        expect(desk.locator("#table")).to_be_visible()
        phone.goto("/my")
        yield "player-match", self.phone.take(".where", top="main h1")
        phone.goto(f"/match/{cast.own_match().pk}")
        yield "player-report", self.phone.take("#report .row", top="#report")
        cast.report_first()
        cast.dispute()
        cast.call_judge()
        desk.reload()
        yield "organizer-results", self.desk.take("#table", top="[data-entry]")

    def judging(self) -> Iterator[Picture]:
        cast, judge = self.cast, self.judge.page
        here = f"/e/{cast.event.slug}/judge"
        judge.goto(here)
        yield "judge-open", self.judge.take(".tabs [aria-current]")
        yield "judge-call", self.judge.take("[action$=claim] button", top="main h1")
        extension = judge.locator("details:has([action*=extension])").first
        extension.locator("summary").click()
        yield "judge-time", self.judge.take("details[open]", top="#round-tables")
        judge.goto(f"/match/{cast.other_tables()[-1].pk}")
        yield "judge-dispute", self.judge.take(".panel:has([name=score])", top=".notice.error")
        judge.goto(f"{here}/players/{cast.own_match().a.number}")
        judge.locator(".penalty details summary").first.click()
        yield "judge-penalty", self.judge.take(".penalty details[open]", top=".penalty")
        judge.goto(f"{here}/decks")
        yield "judge-deck", self.judge.take("main form .primary")

    def end(self) -> Iterator[Picture]:
        cast, phone = self.cast, self.phone.page
        cast.play_on()
        self.desk.page.goto(f"/e/{cast.event.slug}/manage/finish")
        yield "organizer-finish", self.desk.take("main form .primary")
        phone.goto(f"/e/{cast.event.slug}/standings")
        yield "player-standings", self.phone.take("tr.own", top="main h1")
