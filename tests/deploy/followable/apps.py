"""An app that lets all visitors follow event streams, for a site in its own process."""

from django.apps import AppConfig


class FollowableConfig(AppConfig):
    name = "tests.deploy.followable"

    def ready(self) -> None:
        from gameplay import ports
        from tests.gameplay.follow_rules import allow_all

        self.rule = ports.follow_rules.overridden(allow_all, "event")
        self.rule.__enter__()
