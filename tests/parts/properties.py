"""Hypothesis as these tests use it: imported where a test needs it, and never without the profile.

A profile counts for what is decorated after it is loaded, so every test takes these names from here.
"""

from hypothesis import HealthCheck, assume, example, given, settings, strategies

__all__ = ["HealthCheck", "assume", "example", "given", "settings", "strategies"]

# How long an example takes says more about the machine than about the rules.
settings.register_profile("passleft", deadline=None)
settings.load_profile("passleft")
