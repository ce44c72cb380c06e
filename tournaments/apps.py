from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        # Models can only be imported once all apps are loaded.
        import drafting.ports  # noqa: PLC0415
        import gameplay.ports  # noqa: PLC0415
        from gameplay.infrastructure import log_sentences  # noqa: PLC0415
        from tournaments import ports, tasks  # noqa: PLC0415
        from tournaments.hosts import EventGames, EventPods  # noqa: PLC0415
        from tournaments.selectors import roles  # noqa: PLC0415
        from tournaments.sentences import FIELD_WORDS, SENTENCES  # noqa: PLC0415

        log_sentences.register_templates(SENTENCES)
        log_sentences.register_terms(FIELD_WORDS)
        ports.wake_delivery.register(tasks.wake_delivery)
        drafting.ports.pod_host.register(EventPods())
        gameplay.ports.game_host.register(EventGames())
        gameplay.ports.follow_rules.register(roles.may_follow_event, "event")
        gameplay.ports.follow_rules.register(roles.may_follow_event, "desk")
        gameplay.ports.follow_rules.register(roles.may_follow_match, "match")
