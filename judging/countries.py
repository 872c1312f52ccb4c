"""Countries and languages that people can choose, by their ISO codes, named and sorted in the language of a page."""

import gettext
from collections.abc import Iterable
from functools import lru_cache

import pycountry
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override, to_locale

Named = tuple[tuple[str, str], ...]

# pycountry brings translations of its names; those that it lacks, or has misspelled, are ours.
OURS = (gettext_noop("Afar"), gettext_noop("Chichewa"), gettext_noop("Divehi"), gettext_noop("Scottish Gaelic"))
LOCALES = {"zh_Hans": "zh_CN"}  # as pycountry calls them


@lru_cache
def list_countries(language: str) -> Named:
    """The code and the name of each country."""
    listed = ((country.alpha_2, getattr(country, "common_name", country.name)) for country in pycountry.countries)
    return name_all("iso3166-1", listed, language)


@lru_cache
def list_languages(language: str) -> Named:
    """The code and the name of each language that has a code of two letters."""
    listed = ((one.alpha_2, one.name) for one in pycountry.languages if getattr(one, "alpha_2", ""))
    return name_all("iso639-3", listed, language)


def name_all(domain: str, listed: Iterable[tuple[str, str]], language: str) -> Named:
    """The names in a language, the first where there are several, sorted as its readers look for them."""
    locale = to_locale(language)
    names = gettext.translation(domain, pycountry.LOCALES_DIR, [LOCALES.get(locale, locale)], fallback=True)
    with override(language):
        named = [(code, _(name) if name in OURS else names.gettext(name).split("; ")[0]) for code, name in listed]
    # This encoding has the usual Chinese characters in the order of their sounds.
    coding = "gb18030" if locale.startswith("zh") else "utf-8"
    return tuple(sorted(named, key=lambda one: one[1].encode(coding)))
