"""Qualifications of our own at MTurk: found by their names, made where they are new, given without a mail."""

from django.utils.translation import gettext as _

from judging.recruiters.mturk_calls import connect, translated_errors
from turingapp.errors import PlatformRefused, TemporaryServiceError

ALREADY = "QualificationTypeAlreadyExists"


def find_kind(name: str, environment: str) -> str:
    """The id of our qualification of exactly this name; empty where there is none."""
    with translated_errors(_("list the qualifications")):
        pages = connect(environment).get_paginator("list_qualification_types")
        asked = {"Query": name, "MustBeRequestable": False, "MustBeOwnedByCaller": True, "MaxResults": 100}
        rows = [row for page in pages.paginate(**asked) for row in page.get("QualificationTypes", [])]
    return next((str(row["QualificationTypeId"]) for row in rows if row["Name"] == name), "")


def find_or_make_kind(name: str, environment: str, *, description: str) -> str:
    """The id of our qualification of this name, made where it is new. Raises TemporaryServiceError where MTurk has it
    and does not list it yet.
    """
    if known := find_kind(name, environment):
        return known
    try:
        with translated_errors(_("make the qualification")):
            made = connect(environment).create_qualification_type(
                Name=name, Description=description, QualificationTypeStatus="Active"
            )
    except PlatformRefused as refusal:
        if not refusal.code.endswith(ALREADY):
            raise
        if known := find_kind(name, environment):  # another worker of ours was quicker
            return known
        raise TemporaryServiceError(
            _("MTurk has the qualification %(name)s and does not list it yet.") % {"name": name}
        ) from refusal
    return str(made["QualificationType"]["QualificationTypeId"])


def give(kind: str, person: str, environment: str) -> None:
    """Give a worker the qualification; again changes nothing."""
    with translated_errors(_("give the qualification")):
        connect(environment).associate_qualification_with_worker(
            QualificationTypeId=kind, WorkerId=person, IntegerValue=1, SendNotification=False
        )
