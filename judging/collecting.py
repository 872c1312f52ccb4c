"""Collections: making and naming them, and which studies belong to which; a study belongs to one or none."""

import re
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from judging.models import Collection, Study
from turingapp.errors import InvalidPayload, Problem

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
LONGEST_TITLE = 200


def make_collection(slug: str, *, title: str = "") -> Collection:
    """A new collection; raises InvalidPayload where the name is no name or is taken, or the title is too long."""
    if not NAME.fullmatch(slug):
        rule = _("it should be small letters, digits and dashes, 60 at most")
        raise InvalidPayload([Problem("name", repr(slug), rule)])
    found, is_new = Collection.objects.get_or_create(slug=slug, defaults={"title": check_title(title) or entitle(slug)})
    if not is_new:
        raise InvalidPayload([Problem("name", repr(slug), _("a collection has this name already; choose another"))])
    return found


def find_or_make_collection(slug: str) -> Collection | None:
    """The collection that a protocol names, made where it is new; None for no name."""
    if not slug:
        return None
    return Collection.objects.get_or_create(slug=slug, defaults={"title": entitle(slug)})[0]


@transaction.atomic
def change_collection(
    collection: Collection, *, title: str = "", add: Sequence[str] = (), remove: Sequence[str] = ()
) -> None:
    """Give a collection another title (none keeps it), and studies, by name; those it gets leave the one they were in.

    Raises InvalidPayload where a study is not there, or is to be removed that does not belong to it.
    """
    mine = set(collection.studies.values_list("slug", flat=True))
    refuse_unknown(
        add, set(Study.objects.filter(slug__in=add).values_list("slug", flat=True)), _("there is no such study")
    )
    refuse_unknown(remove, mine, _("it does not belong to %(collection)s") % {"collection": collection.slug})
    if check_title(title):
        Collection.objects.filter(pk=collection.pk).update(title=title.strip())
    Study.objects.filter(slug__in=remove).update(collection=None)
    Study.objects.filter(slug__in=add).update(collection=collection)


def refuse_unknown(slugs: Sequence[str], known: set[str], rule: str) -> None:
    """Raise InvalidPayload for every name that is not known."""
    problems = [Problem("study", repr(slug), rule) for slug in slugs if slug not in known]
    if problems:
        raise InvalidPayload(problems)


def check_title(title: str) -> str:
    """The title without blanks around it; raises InvalidPayload where it is too long."""
    stripped = title.strip()
    if len(stripped) > LONGEST_TITLE:
        rule = _("it has %(number)s letters; %(most)s at most") % {"number": len(stripped), "most": LONGEST_TITLE}
        raise InvalidPayload([Problem("title", repr(stripped[:40] + "…"), rule)])
    return stripped


def entitle(slug: str) -> str:
    """A title for a collection that was given none."""
    return slug.replace("-", " ").capitalize()
