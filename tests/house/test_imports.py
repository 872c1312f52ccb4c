"""Who may import whom: the contracts of pyproject.toml, and the rules that follow from the names of modules."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("agents", "judging", "analysis")
# A family of plug-ins is a folder with the contract in `base.py`.
FAMILIES = sorted(
    ".".join(path.parent.relative_to(ROOT).parts) for app in APPS for path in (ROOT / app).glob("*/base.py")
)
# Where the outer world, and what takes seconds to import, may be reached.
EDGES = {
    "boto3": ("judging.recruiters", "agents.services", "agents.media_bucket"),
    "botocore": ("judging.recruiters", "agents.services", "agents.media_bucket"),
    "cv2": ("agents.services",),
    "deepgaze_pytorch": ("agents.services",),
    "detectron2": ("agents.services",),
    "xllamacpp": ("agents.services",),
    "torch": ("agents.services", "agents.ai_agents", "analysis.embedders", "analysis.ai_judges"),
    "transformers": ("agents.services", "agents.ai_agents", "analysis.embedders", "analysis.ai_judges"),
    "sklearn": ("analysis", "agents.ai_agents", "turingapp.workplace.sample"),
    "httpx": ("agents.services", "judging.alerting", "judging.recruiters", "judging.robots"),
    "requests": (),
}
# Inside an app, from the outside in; what bears none of these names is a form, a deed, a model or a pure module.
OUTER = (("urls",), ("views", "api", "admin", "management", "jobs"))


@cache
def read_imports() -> grimp.ImportGraph:
    return grimp.build_graph("turingapp", *APPS, include_external_packages=True)


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def find_depth(module: str) -> int:
    """How far inside its app a module stands: 0 for urls, 2 for deeds and all below them."""
    part = module.split(".")[1] if "." in module else ""
    return next((depth for depth, names in enumerate(OUTER) if part in names), len(OUTER))


def test_the_contracts_of_pyproject_are_kept() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("package", EDGES)
def test_the_outer_world_is_reached_at_the_edges_only(package: str) -> None:
    graph = read_imports()
    importers = graph.find_modules_that_directly_import(package) if package in graph.modules else set()
    inside = {module for module in importers if not any(is_within(module, edge) for edge in EDGES[package])}
    assert not inside, f"{package} is imported by {sorted(inside)}; only {EDGES[package]} may"


@pytest.mark.parametrize("family", FAMILIES)
def test_plugins_of_one_family_do_not_know_each_other(family: str) -> None:
    graph = read_imports()
    # The list in the family's `__init__` is made of them; they may share the contract and more.
    listed = graph.find_modules_directly_imported_by(family) & graph.find_children(family) - {f"{family}.base"}
    members = {module for module in listed if has_slug(module)}
    pairs = {(a, b) for a in members for b in graph.find_modules_directly_imported_by(a) if b in members}
    assert not pairs, f"these know each other: {sorted(pairs)}"


def has_slug(module: str) -> bool:
    """Whether a module defines a plug-in, which has a slug."""
    return "\n    slug" in (ROOT / Path(*module.split("."))).with_suffix(".py").read_text(encoding="utf-8")


@pytest.mark.parametrize("app", APPS)
def test_inside_an_app_imports_go_inwards(app: str) -> None:
    graph = read_imports()
    modules = {module for module in graph.modules if is_within(module, app)}
    outwards = {
        (inner, outer)
        for inner in modules
        for outer in graph.find_modules_directly_imported_by(inner)
        if outer in modules and find_depth(outer) < find_depth(inner)
    }
    assert not outwards, f"these import outwards: {sorted(outwards)}"


def test_models_import_no_deeds() -> None:
    graph = read_imports()
    allowed = ("models", "apps", "migrations", "tasks", "ai_agents", "recruiters", "formats")
    for app in APPS:
        models = f"{app}.models"
        if models not in graph.modules:
            continue
        imported = {name for name in graph.find_modules_directly_imported_by(models) if is_within(name, app)}
        deeds = {name for name in imported if name != app and name.split(".")[1] not in allowed and is_deed(name)}
        assert not deeds, f"{models} imports {sorted(deeds)}"


def is_deed(module: str) -> bool:
    """Whether a module works on rows, which shows in its importing models."""
    return any(".models" in name for name in read_imports().find_modules_directly_imported_by(module))


@pytest.mark.long
def test_a_web_process_starts_without_what_only_some_pages_need() -> None:
    """Each of these takes tens of megabytes and up to a second; the pages that need one import it then."""
    told = "import sys, turingapp.wsgi; print(sorted({'scipy.stats', 'sklearn', 'torch', 'polars'} & set(sys.modules)))"
    setting = {**os.environ, "SECRET_KEY": "only-for-tests", "PERSON_KEY_SECRET": "only-for-tests"}
    done = subprocess.run([sys.executable, "-c", told], env=setting, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_programs_that_start_servers_need_no_settings() -> None:
    programs = "import tests.run, tests.deploying, bench.load, bench.faults"
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run([sys.executable, "-c", programs], env=bare, cwd=ROOT, capture_output=True, check=False)
    assert done.stderr == b""
