"""The forms of the workplace."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.models import Study
from judging.protocol_files import MOST_BYTES

LARGEST_PROTOCOL = MOST_BYTES


class ChangeForm(forms.Form):
    """A protocol file to be looked at, or its content once more, with the version that it is to follow."""

    file = forms.FileField(
        label=_("Protocol file"),
        required=False,
        help_text=_("YAML, up to 200 kB. You see what it changes before anything is changed."),
        widget=forms.ClearableFileInput(attrs={"accept": ".yaml,.yml"}),
    )
    content = forms.CharField(required=False, max_length=LARGEST_PROTOCOL, widget=forms.HiddenInput, strip=False)
    confirmed = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Read the file; one of file and content is needed."""
        cleaned: dict[str, Any] = super().clean() or {}
        file = cleaned.get("file")
        if file is None and not cleaned.get("content"):
            self.add_error("file", gettext("Please choose a protocol file."))
        elif file is not None and file.size > LARGEST_PROTOCOL:
            self.add_error(
                "file",
                gettext("The file has %(size)s bytes; a protocol file has %(largest_protocol)s at most.")
                % {"size": f"{file.size:,}", "largest_protocol": f"{LARGEST_PROTOCOL:,}"},
            )
        elif file is not None:
            self._read(file, cleaned)
        return cleaned

    def _read(self, file: Any, cleaned: dict[str, Any]) -> None:
        try:
            cleaned["content"] = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", gettext("%(name)s is not text in UTF-8; a protocol file is.") % {"name": file.name})

    @property
    def content_text(self) -> str:
        """What the protocol file says."""
        return str(self.cleaned_data["content"])


class PlanForm(ChangeForm):
    """A file with a plan to be looked at, or its content once more when it is confirmed."""

    file = forms.FileField(
        label=_("File with the plan"),
        required=False,
        help_text=_("YAML, up to 200 kB. You see the plan before it is locked."),
        widget=forms.ClearableFileInput(attrs={"accept": ".yaml,.yml"}),
    )


class OpeningForm(ChangeForm):
    """The protocol file of a study to be opened, or its content once more when that is confirmed."""

    file = forms.FileField(
        label=_("Protocol file"),
        required=False,
        help_text=_("YAML, up to 200 kB. You see the study before it is opened."),
        widget=forms.ClearableFileInput(attrs={"accept": ".yaml,.yml"}),
    )
    simulated = forms.BooleanField(
        label=_("A copy for robots"), required=False, help_text=_("Judged by robots only, and labelled as simulated.")
    )


class CloneForm(forms.Form):
    """Name and title of a clone."""

    slug = forms.SlugField(
        label=_("Name"), max_length=60, help_text=_("Used in commands and addresses: small letters, digits, dashes.")
    )
    title = forms.CharField(label=_("Title"), max_length=200, help_text=_("What judges see."))


class PeopleForm(forms.Form):
    """The ids of people who get a link of their own."""

    people = forms.CharField(
        label=_("Ids, one on each line"),
        help_text=_("Whatever you know each person by. The platform keeps a keyed hash of it only."),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean_people(self) -> list[str]:
        """The ids, each once, in the order given."""
        lines = (line.strip() for line in str(self.cleaned_data["people"]).splitlines())
        return list(dict.fromkeys(line for line in lines if line))


class CollectionForm(forms.Form):
    """Name and title of a new collection."""

    slug = forms.SlugField(
        label=_("Name"), max_length=60, help_text=_("Used in commands and addresses: small letters, digits, dashes.")
    )
    title = forms.CharField(label=_("Title"), max_length=200)


def name_studies(studies: "QuerySet[Study]") -> list[tuple[str, str]]:
    """These studies, newest first, each with the collection that it is in."""
    none = gettext("in none")
    return [
        (study.slug, f"{study.title} ({study.slug}, {study.collection.slug if study.collection else none})")
        for study in studies.select_related("collection").order_by("-created_at", "-pk")
    ]


class MembersForm(forms.Form):
    """The title of a collection and the studies that belong to it."""

    title = forms.CharField(label=_("Title"), max_length=200)
    studies = forms.MultipleChoiceField(
        label=_("Studies"),
        required=False,
        help_text=_("A study belongs to one collection: whichever you tick leaves the one it is in."),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, studies: "QuerySet[Study]", **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["studies"].choices = name_studies(studies)  # type: ignore[attr-defined]  # of a choice
