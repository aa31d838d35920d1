"""``python -m tools.screenshot``: make docs/report.png, the README's picture of a report."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image  # comes with matplotlib
from tools import browser

from viewboost.cli.demo import learned, write_report

TARGET = Path(__file__).parents[1] / "docs" / "report.png"
WIDTH, HEIGHT = 1240, 1460


def main() -> None:
    """Make the demo's report, photograph its top, and keep the picture small."""
    with tempfile.TemporaryDirectory() as folder, browser.chromium() as chromium:
        path = write_report(learned(), Path(folder) / "report.html")
        browser.show(chromium, path, WIDTH)
        whole = browser.picture(chromium, HEIGHT)
    # A page has few colours, so that a palette of them is a third of the size.
    picture = Image.open(io.BytesIO(whole)).convert("RGB").quantize(256)
    picture.save(TARGET, optimize=True)
    print(f"{TARGET}: {TARGET.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
