"""Check that the download of one's own data reveals no more than the pages do."""

import pytest

from tests.secrecy.crawl import Crawl
from tests.secrecy.day import secret_day
from tests.secrecy.test_secrecy import drafted, drafting


@pytest.mark.clause("DRF-2.13", "DRF-2.14")
@pytest.mark.parametrize("until", [drafting, drafted])
def test_the_download_keeps_the_secrets_of_the_draft(db: None, until: object):
    day = secret_day()
    assert callable(until)
    until(day)
    crawl = Crawl(day, step=1)

    crawl.get_all("Alice", "Emil", "Jiro", "Tomas", only="/my/")

    assert crawl.answers >= 8
    assert not crawl.leaks, "\n".join(map(str, crawl.leaks))
