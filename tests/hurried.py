"""The settings of worker processes in tests: those of the project, with a beat that looks for what is due at once."""

from turingapp.settings import *  # noqa: F403
from turingapp.settings import CELERY_BEAT_SCHEDULE

CELERY_BEAT_SCHEDULE["carry out what is due"]["schedule"] = 0.3
