"""The extent of the crawls."""

import pytest

from tests.secrecy.crawl import Crawl


@pytest.fixture(scope="session", autouse=True)
def extent_of_crawls(pytestconfig: pytest.Config) -> None:
    """Let each person request every address if the option --thorough is given."""
    Crawl.is_whole = pytestconfig.getoption("thorough")
