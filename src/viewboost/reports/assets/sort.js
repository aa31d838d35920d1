// Tables sort by a click, or Enter, on a heading. Without scripts they are plain tables.
"use strict";
(() => {
  const key = (row, place) => {
    const cell = row.cells[place];
    return cell.dataset.sort ?? cell.textContent.trim();
  };
  // Numbers before words, missing values last whatever the direction.
  const compare = (a, b) => {
    const [x, y] = [Number(a), Number(b)];
    if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
    return a.localeCompare(b, undefined, { numeric: true });
  };
  const sort = (table, heading, place) => {
    const before = heading.getAttribute("aria-sort");
    const first = heading.className ? "descending" : "ascending"; // numbers: largest first
    const way = before === null ? first : before === "ascending" ? "descending" : "ascending";
    for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", way);
    const sign = way === "ascending" ? 1 : -1;
    const rows = [...table.tBodies[0].rows].map((row) => [key(row, place), row]);
    rows.sort(([a], [b]) => (a === "") - (b === "") || sign * compare(a, b));
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((heading, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sort(table, heading, place));
      heading.append(button);
    });
  }
})();
