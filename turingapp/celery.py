"""The Celery application; background functions live in the `jobs.py` of each app."""

import os

from celery import Celery

from turingapp.watching.traced_jobs import TracedJob

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "turingapp.settings")
# Django's checks import every page and every report, which takes longer than all else at a worker's start;
# `manage.py check` and the tests run them.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")
app = Celery("turingapp", task_cls=TracedJob)
app.config_from_object("django.conf:settings", namespace="CELERY")
# Somebody waits for each turn of a conversation, so a long job must not hold it up: a worker of their own takes these,
# and whoever else has nothing to do. Each queue has an exchange of its own: the queue of files keeps one file for each,
# which two workers must not write at once.
CONVERSATIONS = "conversations"
app.conf.task_queues = {name: {"exchange": name, "routing_key": name} for name in ("celery", CONVERSATIONS)}
OF_CONVERSATIONS = ("agents.jobs.answer_turns", "agents.jobs.settle_rooms", "judging.jobs.leave_sign")
app.conf.task_routes = {job: {"queue": CONVERSATIONS} for job in OF_CONVERSATIONS}
app.autodiscover_tasks(related_name="jobs")
