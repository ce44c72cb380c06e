// Tables to work with: filters, a search field, arrow keys, and selected rows.
//
//   <section data-table id>
//     <div data-bar hidden>                      what only works with JavaScript
//     <input data-find>                          shows the rows with this table number, or with this text in a name
//     <div data-filters hidden> <button value="open" aria-pressed="false">Not in <b></b></button>
//     <input type="checkbox" data-select-all>    selects the rows that are shown
//     <tr data-state="missing open" data-find="3 Alice Bob">   its control with data-main is the one that Enter presses
//     <form data-bulk>                           for the selected rows, hidden without any
//
// Arrow keys move between the rows, to the same control. Without JavaScript, all rows are shown.

const shown = new Map(); // id of a section -> the value of the pressed filter
const CONTROLS = "a[href], button, summary, input:not([type=hidden])";
const sections = () => document.querySelectorAll("[data-table]");
const rowsOf = (section) => [...section.querySelectorAll("tr[data-state]")];
const visible = (element) => element.checkVisibility();

function matches(row, text) {
  const words = row.dataset.find.toLowerCase();
  return /^\d+[a-c]?$/.test(text) ? words.startsWith(text) : words.includes(text);
}

function filter(section) {
  const rows = rowsOf(section);
  const text = section.querySelector("input[data-find]")?.value.trim().toLowerCase() ?? "";
  const wanted = shown.get(section.id) ?? "";
  const inState = (row, state) => !state || row.dataset.state.split(/\s+/).includes(state);
  for (const row of rows) {
    const open = row.contains(document.activeElement) || row.querySelector("details[open]");
    row.hidden = !open && !(text ? matches(row, text) : inState(row, wanted));
  }
  for (const button of section.querySelectorAll("[data-filters] button")) {
    const count = rows.filter((row) => inState(row, button.value)).length;
    button.setAttribute("aria-pressed", String(button.value === wanted));
    button.querySelector("b").textContent = count;
    button.hidden = !count && button.value !== "" && button.value !== wanted;
  }
  for (const filters of section.querySelectorAll("[data-filters]")) {
    filters.hidden = !wanted && rows.every((row) => row.dataset.state === rows[0].dataset.state);
  }
}

function countSelected(section) {
  const bulk = section.querySelector("[data-bulk]");
  const boxes = [...section.querySelectorAll("tr[data-state] input[type=checkbox]")];
  const selected = boxes.filter((box) => box.checked).length;
  const all = section.querySelector("[data-select-all]");
  if (all) {
    all.hidden = !boxes.length;
    all.checked = selected > 0 && selected === boxes.filter(visible).length;
  }
  if (!bulk) return;
  bulk.hidden = selected === 0;
  bulk.querySelector("[data-selected]").textContent = selected;
}

function refresh() {
  for (const section of sections()) {
    for (const bar of section.querySelectorAll("[data-bar]")) bar.hidden = false;
    filter(section);
    countSelected(section);
  }
}

function focusRow(row, index) {
  const controls = [...row.querySelectorAll(CONTROLS)].filter(visible);
  const main = row.querySelector("[data-main]");
  (index === undefined && main ? main : controls[Math.min(index ?? 0, controls.length - 1)])?.focus();
}

// From one row to the next one that is shown, to the control in the same place.
function moveBetweenRows(event, row) {
  const rows = rowsOf(row.closest("[data-table]")).filter((each) => !each.hidden);
  const at = rows.indexOf(row);
  const target = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[event.key];
  if (!target) return;
  event.preventDefault();
  focusRow(target, [...row.querySelectorAll(CONTROLS)].filter(visible).indexOf(event.target));
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const section = event.target.closest?.("[data-table]");
  if (!section) return;
  const row = event.target.closest("tr[data-state]");
  if (event.target.matches("input[data-find]")) {
    const first = rowsOf(section).find((each) => !each.hidden);
    const jumps = event.key === "ArrowDown" || (event.key === "Enter" && !event.target.form);
    if (!first || !jumps) return;
    event.preventDefault();
    focusRow(first);
  } else if (row && !event.target.matches("input:not([type=checkbox]), select, textarea")) {
    moveBetweenRows(event, row);
  }
});

document.addEventListener("input", (event) => {
  const section = event.target.matches("input[data-find]") && event.target.closest("[data-table]");
  if (section) filter(section);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-filters] button");
  if (!button) return;
  const section = button.closest("[data-table]");
  shown.set(section.id, button.value);
  const find = section.querySelector("input[data-find]");
  if (find) find.value = "";
  filter(section);
  countSelected(section);
});

document.addEventListener("change", (event) => {
  const section = event.target.type === "checkbox" && event.target.closest("[data-table]");
  if (!section) return;
  if (event.target.matches("[data-select-all]")) {
    for (const row of rowsOf(section)) {
      const box = row.querySelector("input[type=checkbox]");
      if (box && !row.hidden) box.checked = event.target.checked;
    }
  }
  countSelected(section);
});

document.body.addEventListener("htmx:afterSwap", refresh);
document.body.addEventListener("rows-changed", refresh); // result_updates.js
refresh();
