"""The pages that load files: the form, what came of it, and the refused rows to download."""

from http import HTTPStatus
from itertools import chain
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from agents.formats.native_examples import write_example
from agents.loading import LoadResult, load_responses, load_stimuli
from agents.models import Provenance
from agents.tasks import TASKS
from analysis.loading.formats import JUDGEMENT_FORMATS
from analysis.loading.formats.base import Options
from analysis.loading.judgements import Destination, Source, load_judgements
from turingapp.errors import InvalidPayload, StorageFull
from turingapp.members.granting import own_what_is_new
from turingapp.members.matrix import LOAD
from turingapp.members.noting import tell_log
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.load_form import STIMULI, LoadForm
from turingapp.workplace.load_outcome import describe_outcome
from turingapp.workplace.uploads import (
    MOST_BYTES,
    MOST_PICTURES,
    MOST_ROW_BYTES,
    Upload,
    find_unfit_pictures,
    find_upload,
    keep_upload,
)

ROOM_FOR_FIELDS = 10_000


@csrf_exempt  # the size comes first; take_form below checks the token, which reads the whole form
@require_http_methods(["GET", "HEAD", "POST"])
@needs(LOAD)
def show_loading(request: HttpRequest) -> HttpResponseBase:
    """The form; a form that is too large is refused before it is read."""
    if request.method == "POST" and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES + ROOM_FOR_FIELDS:
        sentence = gettext("The files have more than %(value)s GB together; send fewer, or use the command.") % {
            "value": MOST_BYTES >> 30
        }
        form = LoadForm(rights=find_rights(request))
        return show_form(request, form, [sentence], status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return take_form(request)


@csrf_protect
def take_form(request: HttpRequest) -> HttpResponse:
    """An empty form, or what came of one that was sent."""
    if request.method != "POST":
        return show_form(request, LoadForm(rights=find_rights(request)), [])
    form = LoadForm(request.POST, rights=find_rights(request))
    try:
        return take_files(request, form)
    except StorageFull as error:
        return show_form(request, form, [str(error)], status=HTTPStatus.INSUFFICIENT_STORAGE)


def take_files(request: HttpRequest, form: LoadForm) -> HttpResponse:
    """What came of the files of a form; raises StorageFull."""
    upload = find_files(request, form) if form.is_valid() else None
    if upload is None:
        return show_form(request, form, list(map(str, form.non_field_errors())), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        result = load(form, upload, request.user)
    except InvalidPayload as error:
        return show_form(
            request, form, [f"{problem}." for problem in error.problems], status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    outcome = describe_outcome(form, upload, result)
    if not outcome.is_dry:
        tell_log(request, "; ".join(outcome.lines), study=form.cleaned_data["study"] if form.holds_judgements else "")
    context = {"form": form, "outcome": outcome, "task": form.chosen_task.slug, "pool": form.chosen_pool}
    return render(request, "workplace/loaded.html", context)


def find_files(request: HttpRequest, form: LoadForm) -> Upload | None:
    """The files that were sent, or sent before; None, with the form's error, where there are none."""
    user_id = find_user_id(request)
    token = form.cleaned_data["upload"]
    files = request.FILES.getlist("files")
    found = find_upload(user_id, token) if token else None
    if not files and found is None:
        form.add_error(
            None, gettext("These files are no longer kept; send them again.") if token else gettext("Choose a file.")
        )
        return None
    large = next((file for file in files if (file.size or 0) > MOST_ROW_BYTES), None)
    if large is not None:
        form.add_error(
            None,
            gettext("%(name)s has more than %(value)s MB; split it, or use the command.")
            % {"name": large.name, "value": MOST_ROW_BYTES >> 20},
        )
        return None
    pictures = request.FILES.getlist("media")
    if unfit := find_unfit_pictures([file.name or "" for file in pictures]):
        form.add_error(None, unfit)
        return None
    return keep_upload(user_id, files, pictures) if files else found


def find_user_id(request: HttpRequest) -> int:
    """The number of the account; these pages are for staff, who always have one."""
    return int(request.user.pk or 0)


def load(form: LoadForm, upload: Upload, user: AbstractBaseUser | AnonymousUser) -> LoadResult:
    """Load the files, or try that; raises InvalidPayload where the archive or the study cannot be used."""
    if form.holds_judgements:
        return load_judged(form, upload, user)
    task, plugin = form.chosen_task, form.chosen_format
    switches: dict[str, Any] = {
        "task": task,
        "pool": form.chosen_pool,
        "media": upload.media,
        "strict": form.cleaned_data["strict"],
        "dry_run": form.cleaned_data["dry_run"],
    }
    if form.cleaned_data["things"] == STIMULI:
        return load_stimuli(
            chain.from_iterable(plugin.read_stimuli(path, task.slug) for path in upload.paths), **switches
        )
    rows = chain.from_iterable(plugin.read_responses(path, task.slug) for path in upload.paths)
    return load_responses(rows, provenance=Provenance.LOADED, at=timezone.now(), **switches)


@transaction.atomic
def load_judged(form: LoadForm, upload: Upload, user: AbstractBaseUser | AnonymousUser) -> LoadResult:
    """Load judgements into their study, or try that; raises InvalidPayload where the study takes none."""
    task, chosen = form.chosen_task.slug, JUDGEMENT_FORMATS[form.cleaned_data["form"]]
    slug, at = form.cleaned_data["study"], timezone.now()
    made = {"says": chosen.says, "is_simulated": form.cleaned_data["simulated"]}
    result = load_judgements(
        chain.from_iterable(chosen.read_judgements(path, task, Options()) for path in upload.paths),
        to=Destination(slug, task, form.chosen_pool, **made),
        sources=[Source.of_file(path) for path in upload.paths],
        at=at,
        strict=form.cleaned_data["strict"],
        dry_run=form.cleaned_data["dry_run"],
    )
    own_what_is_new(user, slug, at=at)
    return result


def show_form(
    request: HttpRequest, form: LoadForm, problems: list[str], *, status: int = HTTPStatus.OK
) -> HttpResponse:
    """The form, with what is wrong."""
    context = {
        "form": form,
        "problems": problems,
        "most_gigabytes": MOST_BYTES >> 30,
        "most_pictures": MOST_PICTURES,
        "examples": list(map(write_example, TASKS)),
    }
    return render(request, "workplace/load.html", context, status=status)


@require_safe
@needs(LOAD)
def send_refused(request: HttpRequest, token: str) -> HttpResponseBase:
    """The refused rows of an upload as a CSV file; only to who sent it."""
    upload = find_upload(find_user_id(request), token)
    if upload is None or not upload.refused_path.is_file():
        raise Http404("There is no such list.")
    headers = {"Content-Disposition": 'attachment; filename="refused.csv"'}
    return FileResponse(upload.refused_path.open("rb"), content_type="text/csv; charset=utf-8", headers=headers)
