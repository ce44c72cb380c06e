"""Hypothesis with the profile of this project.

A profile applies to tests that are decorated after it is loaded, so all tests import these names from here.
"""

from hypothesis import HealthCheck, assume, example, given, settings, strategies

__all__ = ["HealthCheck", "assume", "example", "given", "settings", "strategies"]

# The duration of an example depends more on the machine than on the rules.
settings.register_profile("passleft", deadline=None)
settings.load_profile("passleft")
