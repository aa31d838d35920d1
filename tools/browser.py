"""A headless Chromium, driven by selenium, as Debian's packages bring it."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
HOW = "apt-get install chromium chromium-driver (Debian), and pip install selenium"
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def missing() -> str:
    """What is missing for a browser, with how to get it; empty if nothing is."""
    lacking = [str(path) for path in (CHROMIUM, DRIVER) if not path.exists()]
    try:
        import selenium  # noqa: F401
    except ImportError:
        lacking.append("selenium")
    return f"{', '.join(lacking)} missing: {HOW}" if lacking else ""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser with a profile of its own, ended with the block."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        browser = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
        try:
            yield browser
        finally:
            browser.quit()


def show(browser: Any, path: Path, width: int, *, scheme: str = "light", height: int = 900) -> None:
    """Open a file from the disk, in a window of that width and in the light or dark theme."""
    # Without motion a page stands still at once: what is scrolled to can be clicked.
    wanted = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    features = [{"name": name, "value": value} for name, value in wanted.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(Path(path).resolve().as_uri())


def picture(browser: Any, height: int | None = None) -> bytes:
    """The page as PNG, in its whole height or from the top down to some height."""
    size = "return [document.documentElement.clientWidth, document.documentElement.scrollHeight]"
    width, whole = browser.execute_script(size)
    clip = {"x": 0, "y": 0, "width": width, "height": height or whole, "scale": 1}
    shot = {"captureBeyondViewport": True, "clip": clip}
    return base64.b64decode(browser.execute_cdp_cmd("Page.captureScreenshot", shot)["data"])
