"""The report in a real browser: Chromium, small and large, light and dark."""

import os

import pytest
from tests.reports.test_page import hostile_model
from tools import browser as tool

import viewboost

WIDTHS, SCHEMES = (390, 1440), ("light", "dark")


@pytest.fixture(scope="module")
def chromium():
    lacking = tool.missing()
    if lacking and os.environ.get("VIEWBOOST_BROWSER_REQUIRED"):
        pytest.fail(lacking)
    if lacking:
        pytest.skip(lacking)
    with tool.chromium() as driver:
        yield driver


def test_a_missing_browser_is_told_with_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(tool, "DRIVER", tmp_path / "chromedriver")
    assert "chromedriver missing: apt-get install chromium" in tool.missing()


@pytest.fixture(scope="module")
def pages(written, tmp_path_factory):
    """An ordinary report, and one in which every name is hostile."""
    path = tmp_path_factory.mktemp("hostile") / "hostile.html"
    return written, viewboost.report(*hostile_model(), path=path)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("place", [0, 1], ids=["ordinary", "hostile"])
def test_no_error_and_no_horizontal_scroll(chromium, pages, place, width, scheme):
    tool.show(chromium, pages[place], width, scheme=scheme)
    assert chromium.get_log("browser") == []
    size = chromium.execute_script(
        "const page = document.documentElement; return [page.scrollWidth, page.clientWidth]"
    )
    assert size == [width, width]
    # Wide tables scroll in their own boxes; nothing else may stick out of the page.
    out = chromium.execute_script(
        """return [...document.querySelectorAll("main *")].filter(
            (part) => !part.closest(".wide") && part.getBoundingClientRect().right > innerWidth + 1
        ).map((part) => part.outerHTML.slice(0, 80))"""
    )
    assert out == []


@pytest.mark.parametrize("width", WIDTHS)
def test_every_figure_has_a_text_alternative(chromium, written, width):
    tool.show(chromium, written, width)
    figures = chromium.execute_script(
        """return [...document.querySelectorAll("figure svg.chart")].map((figure) => [
            figure.getAttribute("role"), figure.getAttribute("aria-label"),
            figure.getBoundingClientRect().width])"""
    )
    assert len(figures) >= 4
    for role, label, drawn in figures:
        assert role == "img"
        assert len(label) > 40
        assert drawn > 250
    silent = """return [...document.querySelectorAll("svg")].filter((one) =>
        !one.closest("[aria-hidden=true]") && one.getAttribute("role") !== "img").length"""
    assert chromium.execute_script(silent) == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_labels_of_figures_do_not_overlap(chromium, written, width):
    tool.show(chromium, written, width)
    overlaps = chromium.execute_script(
        """const found = [];
        for (const figure of document.querySelectorAll("svg.chart")) {
            const boxes = [...figure.querySelectorAll("text")].map(
                (text) => [text.textContent, text.getBoundingClientRect()]);
            boxes.forEach(([a, x], k) => boxes.slice(k + 1).forEach(([b, y]) => {
                if (x.left < y.right && y.left < x.right && x.top + 2 < y.bottom &&
                    y.top + 2 < x.bottom) found.push([a, b]);
            }));
        }
        return found"""
    )
    assert overlaps == []


COLUMN = """
const rows = [...document.querySelectorAll("#strength table.sortable tbody tr")];
return rows.map((row) => Number(row.cells[arguments[0]].dataset.sort));
"""


def headings(chromium):
    return chromium.find_elements("css selector", "#strength table.sortable thead th")


def test_tables_sort_by_click(chromium, written):
    tool.show(chromium, written, 1440)
    heading = headings(chromium)[2]
    before = chromium.execute_script(COLUMN, 2)
    heading.find_element("tag name", "button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    assert chromium.execute_script(COLUMN, 2) == sorted(before, reverse=True)
    heading.find_element("tag name", "button").click()
    assert heading.get_attribute("aria-sort") == "ascending"
    assert chromium.execute_script(COLUMN, 2) == sorted(before)
    headings(chromium)[0].find_element("tag name", "button").click()
    names = [
        row.text
        for row in chromium.find_elements("css selector", "#strength table.sortable tbody th")
    ]
    assert names == sorted(names)
    assert [h.get_attribute("aria-sort") for h in headings(chromium)].count(None) == 4


def test_tables_sort_by_keyboard(chromium, written):
    from selenium.webdriver.common.keys import Keys

    tool.show(chromium, written, 390)
    button = headings(chromium)[1].find_element("tag name", "button")
    before = chromium.execute_script(COLUMN, 1)
    chromium.execute_script("arguments[0].focus()", button)
    button.send_keys(Keys.ENTER)
    assert chromium.execute_script(COLUMN, 1) == sorted(before, reverse=True)
    assert chromium.switch_to.active_element == button
    button.send_keys(Keys.SPACE)
    assert chromium.execute_script(COLUMN, 1) == sorted(before)


def test_values_that_are_not_known_sort_last(chromium, tmp_path):
    page = tmp_path / "page.html"
    script = viewboost.reports.page._asset("sort.js")
    rows = "".join(f"<tr><td data-sort='{key}'>x</td></tr>" for key in ("2", "", "10", "-1"))
    page.write_text(
        "<!doctype html><table class='sortable'><thead><tr><th>a</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><script>{script}</script>"
    )
    tool.show(chromium, page, 390)
    for expected in (["-1", "2", "10", ""], ["10", "2", "-1", ""]):
        chromium.find_element("css selector", "th button").click()
        cells = chromium.find_elements("css selector", "td")
        assert [cell.get_attribute("data-sort") for cell in cells] == expected


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_can_be_read_on_its_ground(chromium, written, scheme):
    tool.show(chromium, written, 1440, scheme=scheme)
    page, card, ink, soft = (
        chromium.execute_script(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]",
            *of,
        )
        for of in (
            ("body", "backgroundColor"),
            (".panel", "backgroundColor"),
            ("body", "color"),
            (".lead", "color"),
        )
    )
    assert (luminance(page) > 0.5) == (scheme == "light")
    for ground in (page, card):
        assert contrast(ink, ground) >= 7
        assert contrast(soft, ground) >= 4.5


def luminance(colour):
    """Relative luminance of "rgb(r, g, b)", after WCAG."""
    parts = [int(c) / 255 for c in colour[4:-1].split(",")]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_without_a_script_the_page_is_all_there(chromium, written):
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        tool.show(chromium, written, 1440)
        assert not chromium.find_elements("css selector", "th button")
        assert len(chromium.find_elements("css selector", "table.sortable")) >= 5
    finally:
        chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
