"""The pages of the benchmark: upload a new agent's answers, and queue them for human judges."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from agents.counting_material import count_once
from agents.models import Response
from agents.tasks import TASKS
from analysis.evaluations.benchmarking import check_answers, queue_for_people, read_answers
from analysis.evaluations.queuing import queue_benchmark
from analysis.evaluations.sources import read_pool
from analysis.models import EvaluationRun
from turingapp.errors import TuringError
from turingapp.members.matrix import EVALUATE, LOAD
from turingapp.workplace.access import needs

MOST_BYTES = 10_000_000


def find_pools() -> list[tuple[str, str]]:
    """The task and pool of stimuli that have responses by one author, in order."""
    single = [task.slug for task in TASKS if len(task.roles) == 1]
    responses = Response.objects.with_content().filter(stimulus__task__in=single)
    return sorted(responses.order_by().values_list("stimulus__task", "stimulus__pool").distinct())


class BenchmarkForm(forms.Form):
    """A new agent's name, whose stimuli it answered, and its answers."""

    pool = forms.ChoiceField(label=_("Pool"), help_text=_("whose stimuli it answered"))
    agent = forms.CharField(label=_("Agent"), max_length=100, help_text=_("its name and version"))
    file = forms.FileField(label=_("Answers"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # whatever a form takes
        pools = [(f"{task}/{pool}", f"{gettext(TASKS[task].title)}: {pool}") for task, pool in count_once(find_pools)]
        self.fields["pool"].choices = pools  # type: ignore[attr-defined]

    def clean_agent(self) -> str:
        """The name as a slug."""
        slug = str(slugify(self.cleaned_data["agent"]))
        if not slug:
            raise forms.ValidationError(gettext("A name should have a letter or a digit."))
        return slug

    def clean_file(self) -> dict[str, object]:
        """The answers."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(
                gettext("The file has %(size)s bytes; it should have at most %(most_bytes)s.")
                % {"size": f"{file.size:,}", "most_bytes": f"{MOST_BYTES:,}"}
            )
        try:
            return read_answers(file.read(), name=file.name)
        except TuringError as error:
            raise forms.ValidationError(str(error)) from None


@require_http_methods(["GET", "HEAD", "POST"])
@needs(EVALUATE)
def show_form(request: HttpRequest) -> HttpResponse:
    """The upload; what cannot be benchmarked is said beside the form."""
    form = BenchmarkForm(request.POST, request.FILES) if request.method == "POST" else BenchmarkForm()
    if form.is_valid():
        asked = form.cleaned_data
        task, _, pool = asked["pool"].partition("/")
        try:
            run = queue_benchmark(task, pool=pool, agent=asked["agent"], answers=asked["file"], at=timezone.now())
        except TuringError as error:
            form.add_error(None, str(error))
        else:
            return redirect("workplace:evaluation", pk=run.pk)
    return render(request, "workplace/evaluation_benchmark.html", {"form": form})


@require_POST
@needs(LOAD)
def load(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring the answers of a benchmark into their pool; a second time changes nothing."""
    run = get_object_or_404(EvaluationRun.objects.exclude(agent=""), pk=pk)
    known = read_pool(run.source, run.pool)
    submission = check_answers(run.answers or {}, agent=run.agent, known=known)
    messages.success(request, queue_for_people(submission, task=run.source, pool=run.pool, at=timezone.now()))
    return redirect("workplace:evaluation", pk=pk)
