"""The Celery application; background functions live in the `jobs.py` of each app."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "turingapp.settings")
# Django's checks import every page and every report, which takes longer than all else at a worker's start;
# `manage.py check` and the tests run them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")
app = Celery("turingapp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")
