"""Property tests of numbers: no time limit for a single example, since a busy machine is no error in a formula."""

from hypothesis import settings

settings.register_profile("statistics", deadline=None, max_examples=60)
settings.load_profile("statistics")
