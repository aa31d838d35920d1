"""Where it is measured: the machine, the versions, and the environment of the closest peer."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEER_HOME = ROOT / ".venv-peers"
# Its import fails on later scikit-learn, so that it cannot live beside ours.
PEER_PACKAGES = ("scikit-learn==1.8.0", "numpy==2.4.*", "scikit-multimodallearn==0.1.0")
OURS = ("viewboost", "numpy", "scikit-learn", "numba", "lightgbm", "xgboost-cpu", "xgboost")


def peer_python() -> str:
    """The interpreter of the environment of its own; made when it is first asked for."""
    python, done = PEER_HOME / "bin" / "python", PEER_HOME / ".done"
    if not done.exists():
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([sys.executable, "-m", "venv", str(PEER_HOME)], check=True)
        subprocess.run([*pip, *PEER_PACKAGES], check=True)
        done.touch()
    return str(python)


def describe() -> dict[str, str]:
    """Date, machine and versions, in words."""
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": _machine(),
        "python": platform.python_version(),
        "versions": ", ".join(_versions()),
        "peers' environment": ", ".join(PEER_PACKAGES),
    }


def _machine() -> str:
    gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg())
    return f"{_processor()}, {os.cpu_count()} CPUs, {gib:.0f} GiB, {platform.system()}, load {load}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    names = info.read_text().splitlines() if info.exists() else []
    models = [line.split(":", 1)[1].strip() for line in names if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _versions() -> list[str]:
    found = []
    for package in OURS:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return found
