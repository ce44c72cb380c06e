from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        # Models can only be imported once all apps are loaded.
        from gameplay.infrastructure import log_sentences  # noqa: PLC0415
        from operations.sentences import SENTENCES  # noqa: PLC0415

        log_sentences.register_templates(SENTENCES)
