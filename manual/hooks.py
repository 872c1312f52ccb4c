"""What MkDocs calls while it builds the site: it adds the pages and columns that are made from the code."""

import os
import re
import sys
from pathlib import Path

import django
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "turingapp.settings")
django.setup()

from manual.pages import COLUMNS, PAGES  # noqa: E402 - the code that they are made from needs Django
from manual.tables import add_column  # noqa: E402

# Documents beside docs/, with the folder that they get on the site.
BESIDE = {"ARCHITECTURE.md": "project", "CONTRIBUTING.md": "project", "CHANGELOG.md": "project"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All documents: those of docs/, those that lie beside it, and the reference."""
    for name, folder in BESIDE.items():
        text = move_links((ROOT / name).read_text(encoding="utf-8"))
        files.append(File.generated(config, f"{folder}/{name.lower()}", content=text))
    for name, write in PAGES.items():
        files.append(File.generated(config, f"reference/{name}.md", content=write()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page with links to where the documents beside docs/ are here, and with what its names take."""
    for name, folder in BESIDE.items():
        markdown = markdown.replace(f"](../{name}", f"]({folder}/{name.lower()}")
    column = COLUMNS.get(page.file.src_uri)
    return add_column(markdown, "takes", column()) if column else markdown


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """The page as it is written."""
    return name_search(output)


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """The page of addresses that there are not, as it is written."""
    return name_search(output)


def name_search(page: str) -> str:
    """The page with a name for its search, which the theme leaves without one."""
    unnamed = 'data-md-component="search" role="dialog"'
    return page.replace(unnamed, f'{unnamed} aria-label="Search"')


def move_links(text: str) -> str:
    """The links of a document beside docs/ as they are from a folder of the site."""
    within = re.sub(r"\]\(docs/decisions\)", "](../decisions/README.md)", text)
    within = re.sub(r"\]\(docs/", "](../", within)
    return re.sub(r"\]\(([A-Z]+\.md)", lambda link: f"]({link[1].lower()}", within)
