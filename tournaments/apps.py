from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from gameplay import sentences  # noqa: PLC0415 - its models are not there before
        from tournaments.sentences import SENTENCES, WORDS  # noqa: PLC0415

        sentences.register(SENTENCES)
        sentences.register_words(WORDS)
