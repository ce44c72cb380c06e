from django.apps import AppConfig


class DraftingConfig(AppConfig):
    name = "drafting"

    def ready(self) -> None:
        # Models can only be imported once all apps are loaded.
        import gameplay.ports  # noqa: PLC0415
        from drafting import ports, tasks  # noqa: PLC0415
        from drafting.rules.bot_decks import draft_decks  # noqa: PLC0415
        from drafting.selectors import access, pool_registration  # noqa: PLC0415
        from drafting.sentences import SENTENCES  # noqa: PLC0415
        from gameplay.infrastructure import log_sentences  # noqa: PLC0415

        log_sentences.register_templates(SENTENCES)
        ports.wake_bots.register(tasks.wake_bots)
        gameplay.ports.draft_decks.register(draft_decks)
        gameplay.ports.follow_rules.register(access.may_follow_pod, "pod")
        gameplay.ports.follow_rules.register(access.may_follow_deck, "deck")
        gameplay.ports.follow_rules.register(pool_registration.may_follow_pool, "pool")
