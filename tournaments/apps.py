from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from gameplay.infrastructure import log_sentences  # noqa: PLC0415 - its models are not there before
        from tournaments.sentences import SENTENCES, WORDS  # noqa: PLC0415

        log_sentences.register(SENTENCES)
        log_sentences.register_words(WORDS)
