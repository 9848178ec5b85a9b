"""Settings of all tests."""

from hypothesis import settings

# A slow machine is not a failure, and the slow twin is slow.
settings.register_profile("fullprime", deadline=None)
settings.load_profile("fullprime")
