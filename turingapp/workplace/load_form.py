"""The form that loads files: what, of which task, in which format, into which pool."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from agents.formats import FORMATS
from agents.formats.base import Format
from agents.tasks import TASKS
from agents.tasks.base import Task
from analysis.loading.formats import JUDGEMENT_FORMATS
from turingapp.errors import InvalidPayload
from turingapp.members.matrix import CHANGE_STUDY
from turingapp.members.rights import Rights

STIMULI, RESPONSES, JUDGEMENTS = gettext_noop("stimuli"), gettext_noop("responses"), gettext_noop("judgements")
LONGEST_OPTIONS = 1000


class LoadForm(forms.Form):
    """Everything but the files, which are kept apart so that they need not be sent twice."""

    things = forms.ChoiceField(
        label=_("What"),
        choices=[(RESPONSES, _("Responses")), (STIMULI, _("Stimuli")), (JUDGEMENTS, _("Judgements made elsewhere"))],
    )
    task = forms.ChoiceField(label=_("Task"))
    form = forms.ChoiceField(label=_("Format"))
    pool = forms.SlugField(
        label=_("Pool"),
        required=False,
        max_length=60,
        help_text=_(
            "The set that protocols draw from; empty for the name of the format. For judgements: the pool that "
            "may hold what was judged."
        ),
    )
    study = forms.SlugField(
        label=_("Study"),
        required=False,
        max_length=59,
        help_text=_("For judgements: the closed study that they go into."),
    )
    options = forms.CharField(
        label=_("Options of the format"),
        required=False,
        max_length=LONGEST_OPTIONS,
        widget=forms.Textarea,
    )
    dry_run = forms.BooleanField(label=_("Try out: check everything, write nothing"), required=False, initial=True)
    strict = forms.BooleanField(label=_("Load all rows or none"), required=False)
    simulated = forms.BooleanField(label=_("For judgements: programs have judged"), required=False)
    upload = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rights: Rights, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rights = rights
        self.fields["task"].choices = [(task.slug, gettext(task.title)) for task in TASKS]  # type: ignore[attr-defined]
        known = "; ".join(f"{plugin.slug}: {', '.join(plugin.options)}" for plugin in FORMATS if plugin.options)
        self.fields["options"].help_text = gettext("One a line, as cap=5. There are, for %(known)s.") % {"known": known}
        titles = {plugin.slug: gettext(plugin.title) for plugin in (*JUDGEMENT_FORMATS, *FORMATS)}
        formats = [(slug, f"{slug}: {titles[slug]}") for slug in dict.fromkeys((*FORMATS.slugs, *titles))]
        self.fields["form"].choices = formats  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """The choices together: the format has the task, and the options."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "task" not in cleaned or "form" not in cleaned:
            return cleaned
        if cleaned.get("things") == JUDGEMENTS:
            self._check_judgements(cleaned)
            return cleaned
        if cleaned["form"] not in FORMATS:
            self.add_error(
                "form", gettext("The format %(form)s holds judgements; choose them above.") % {"form": cleaned["form"]}
            )
            return cleaned
        plugin = FORMATS[cleaned["form"]]
        if plugin.tasks is not None and cleaned["task"] not in plugin.tasks:
            self.add_error(
                "form",
                gettext("The format %(slug)s holds %(all)s, not %(task)s.")
                % {"slug": plugin.slug, "all": ", ".join(plugin.tasks), "task": cleaned["task"]},
            )
        try:
            cleaned["plugin"] = plugin.configure(self.read_options(cleaned.get("options", "")))
        except InvalidPayload as error:
            self.add_error("options", f"{error}.")
        return cleaned

    def _check_judgements(self, cleaned: dict[str, Any]) -> None:
        """Judgements go into a study and have formats of their own, without options."""
        if cleaned["form"] not in JUDGEMENT_FORMATS:
            known = ", ".join(JUDGEMENT_FORMATS.slugs)
            self.add_error(
                "form",
                gettext("The format %(form)s holds no judgements; those that do are %(known)s.")
                % {"form": cleaned["form"], "known": known},
            )
        if not cleaned.get("study"):
            self.add_error("study", gettext("Name the study that the judgements go into."))
        if self.rights.choose_hidden_studies(CHANGE_STUDY).filter(slug=cleaned.get("study", "")).exists():
            self.add_error("study", gettext("A study of this name is here that you may not change; name another."))
        if cleaned.get("options", "").strip():
            self.add_error(
                "options", gettext("Formats of judgements have no options here; the command takes --labels.")
            )

    def read_options(self, text: str) -> Mapping[str, str]:
        """The options by name; a line without a sign of equality is refused."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        for line in lines:
            if "=" not in line:
                self.add_error("options", gettext("The option %(line)s should be NAME=VALUE.") % {"line": repr(line)})
        return dict(line.split("=", 1) for line in lines if "=" in line)

    @property
    def chosen_task(self) -> Task:
        """The task, of a form without faults."""
        return TASKS[self.cleaned_data["task"]]

    @property
    def chosen_format(self) -> Format:
        """The format with its options, of a form without faults."""
        found: Format = self.cleaned_data["plugin"]
        return found

    @property
    def chosen_pool(self) -> str:
        """The pool, of a form without faults; judgements need none."""
        pool: str = self.cleaned_data["pool"]
        return pool if pool or self.holds_judgements else self.chosen_format.slug

    @property
    def holds_judgements(self) -> bool:
        """Whether judgements are to be loaded, of a form without faults."""
        return bool(self.cleaned_data["things"] == JUDGEMENTS)
