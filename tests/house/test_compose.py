"""The compose file describes an installation that could run: services, their order, health, secrets."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
OURS = {"migrate", "web", "worker", "conversations", "beat"}
SECRETS = ("SECRET_KEY", "PERSON_KEY_SECRET", "DATABASE_URL")
CONDITIONS = {"service_healthy", "service_completed_successfully", "service_started"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def test_web_worker_beat_and_both_servers_are_there(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == OURS | {"proxy", "database", "queue"}


def test_services_wait_for_services_that_exist_and_can_be_healthy(compose: dict[str, Any]) -> None:
    services = compose["services"]
    waits = [
        (name, other, how["condition"])
        for name, service in services.items()
        for other, how in service.get("depends_on", {}).items()
    ]
    assert {condition for _, _, condition in waits} <= CONDITIONS
    assert all(other in services for _, other, _ in waits)
    assert all("healthcheck" in services[other] for _, other, condition in waits if condition == "service_healthy")


def test_every_lasting_service_has_a_health_check(compose: dict[str, Any]) -> None:
    lasting = {name: service for name, service in compose["services"].items() if name != "migrate"}
    assert all(set(service["healthcheck"]) >= {"test", "interval", "timeout"} for service in lasting.values())


def test_secrets_come_from_outside_and_have_no_default(compose: dict[str, Any]) -> None:
    for name in OURS:
        environment = compose["services"][name]["environment"]
        assert all(re.search(r"\$\{\w+:\?", environment[secret]) for secret in SECRETS)
    assert ":?" in compose["services"]["database"]["environment"]["POSTGRES_PASSWORD"]


def test_every_variable_that_is_set_is_a_setting_of_ours(compose: dict[str, Any]) -> None:
    documented = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in documented for name in compose["services"]["web"]["environment"])


def test_only_the_proxy_is_reachable(compose: dict[str, Any]) -> None:
    ports = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}
    assert set(ports) == {"proxy"}


def test_the_proxy_asks_the_service_and_the_port_that_there_are(compose: dict[str, Any]) -> None:
    config = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    found = re.search(r"dynamic a (\w+) (\d+)", config)
    assert found is not None
    assert found[1] in compose["services"]
    assert f"EXPOSE {found[2]}" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert config.count("{") == config.count("}")
    assert set(re.findall(r"\{\$(\w+)", config)) <= set(compose["services"]["proxy"]["environment"])


def test_every_volume_that_is_used_is_declared(compose: dict[str, Any]) -> None:
    used = {volume.split(":")[0] for service in compose["services"].values() for volume in service.get("volumes", [])}
    files = {name for name in used if name.startswith("./")}
    assert used - files == set(compose["volumes"])
    assert all((ROOT / name).is_file() for name in files)


def test_the_image_runs_as_an_unprivileged_user_and_copies_what_there_is() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    users = [line for line in lines if line.startswith("USER ")]
    copied = [line.split()[1] for line in lines if line.startswith("COPY ") and "--from=" not in line]
    assert users[-1] == "USER turing"
    assert all((ROOT / path).exists() for path in copied)


def test_what_installs_packages_is_not_in_the_image_that_runs() -> None:
    building, running = re.split(r"^FROM .*$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)[
        1:
    ]
    assert "--require-hashes -r requirements.lock" in building
    assert "requirements" not in running
    assert "uninstall" in running
    assert not re.search(r"apt|pip install|gcc|git", running)
    # The packages come along where the programs look for them.
    folder = re.search(r"venv --without-pip (\S+)", building)
    assert folder is not None
    assert f"COPY --from=packages {folder[1]} {folder[1]}" in running
    assert f"PATH={folder[1]}/bin:$PATH" in running
