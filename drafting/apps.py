from django.apps import AppConfig


class DraftingConfig(AppConfig):
    name = "drafting"

    def ready(self) -> None:
        from drafting.sentences import SENTENCES  # noqa: PLC0415 - as below
        from gameplay.infrastructure import log_sentences  # noqa: PLC0415 - its models are not there before

        log_sentences.register(SENTENCES)
