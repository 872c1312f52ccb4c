"""An app for oTree: in each round a picture, an answer to it, and two questions, kept in the round's row.

OTREE_PYTHON names the Python of an environment that has oTree, apart from ours: it needs other versions of what we use.
"""

import os
import subprocess
from pathlib import Path

SETTINGS = """
SESSION_CONFIGS = [dict(name="judging", app_sequence=["judging"], num_demo_participants=1)]
SESSION_CONFIG_DEFAULTS = dict(real_world_currency_per_point=1, participation_fee=0)
LANGUAGE_CODE, REAL_WORLD_CURRENCY_CODE, USE_POINTS = "en", "USD", False
ADMIN_USERNAME, ADMIN_PASSWORD, SECRET_KEY = "nobody", "", "only-for-benchmarks"
"""
APP = """
from otree.api import BaseConstants, BaseGroup, BasePlayer, BaseSubsession, Page, models, widgets


class C(BaseConstants):
    NAME_IN_URL, PLAYERS_PER_GROUP, NUM_ROUNDS = "judging", None, {trials}


class Subsession(BaseSubsession):
    pass


class Group(BaseGroup):
    pass


class Player(BasePlayer):
    verdict = models.StringField(choices=[["human", "Human"], ["ai", "Machine"]], widget=widgets.RadioSelect)
    control = models.StringField(choices=[["yes", "Yes"], ["no", "No"]], widget=widgets.RadioSelect)
    rt_ms = models.IntegerField()


class Judge(Page):
    form_model, form_fields = "player", ["verdict", "control", "rt_ms"]


page_sequence = [Judge]
"""
PAGE = """
{{ block title }}Was this color named by a human or by a machine?{{ endblock }}
{{ block content }}
<img src="/static/picture.jpg" width="640" height="480" alt="The image the answer is about">
<p>red</p>
{{ formfield "verdict" }}
{{ formfield "control" label="Is there a dog in the image?" }}
<input type="hidden" name="rt_ms">
{{ next_button }}
{{ endblock }}
"""


def write_project(folder: Path, *, trials: int) -> None:
    """A project with this app alone, with so many rounds."""
    app = folder / "judging"
    for needed in (app, folder / "_static", folder / "_templates"):
        needed.mkdir()
    (folder / "settings.py").write_text(SETTINGS)
    (app / "__init__.py").write_text(APP.replace("{trials}", str(trials)))
    (app / "Judge.html").write_text(PAGE)


def find_otree() -> str:
    """The Python that has oTree; empty where none is named. Raises SystemExit where the one named has it not."""
    python = os.environ.get("OTREE_PYTHON", "")
    if python and not can_import(python, "otree"):
        raise SystemExit(f"OTREE_PYTHON is {python!r}, which cannot import otree; install it there by pip.")
    return python


def name_otree() -> list[str]:
    """Its name and version, where there is one."""
    python = find_otree()
    tell = "import otree; print('oTree', otree.__version__)"
    return (
        [subprocess.run([python, "-c", tell], capture_output=True, text=True, check=True).stdout.strip()]
        if python
        else []
    )


def can_import(python: str, module: str) -> bool:
    """Whether that Python has a module."""
    try:
        return subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False
