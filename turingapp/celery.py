"""The Celery application; background functions live in the `jobs.py` of each app."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "turingapp.settings")
app = Celery("turingapp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")
