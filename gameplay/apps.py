from django.apps import AppConfig


class GameplayConfig(AppConfig):
    name = "gameplay"

    def ready(self) -> None:
        # Models can only be imported once all apps are loaded.
        from axes.signals import user_locked_out  # noqa: PLC0415

        from cards.ports import card_games  # noqa: PLC0415
        from gameplay import ports, tasks  # noqa: PLC0415
        from gameplay.infrastructure.metrics import count_lockout  # noqa: PLC0415
        from gameplay.selectors import cards, games, live  # noqa: PLC0415

        user_locked_out.connect(count_lockout)
        card_games.register(cards)
        ports.wake_bots.register(tasks.wake_bots)
        ports.schedule_pass.register(tasks.schedule_pass)
        ports.wake_advice.register(tasks.wake_advice)
        ports.wake_notice.register(tasks.wake_notice)
        ports.wake_confirmation.register(tasks.wake_confirmation)
        ports.follow_rules.register(games.may_follow, "game")
        ports.follow_rules.register(games.may_follow, "phrases")
        ports.follow_rules.register(games.may_follow_presence, "presence")
        ports.follow_rules.register(live.may_follow_person, "person")
