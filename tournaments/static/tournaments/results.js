// Enter results by keyboard at the desk: the number of a table, and its board in team events, or the name of a player, then
// Enter, then one key.
// <form data-entry> takes the number and opens <details class="entry" data-table>. While the focus is there, the keys 1 to
// 5 press the buttons with that key in aria-keyshortcuts, and Escape goes back. Entries are sent in order, and the field
// is immediately ready for the next table. The server looks up tables that are not on the page and the codes of slips.

const announcer = document.getElementById("announcer");
const refusals = document.getElementById("refusals");
let sending = Promise.resolve();

const OPEN = ".entry:not(details:not([open]))"; // in a row of the desk, it is a disclosure
const field = () => document.querySelector("form[data-entry] [name=table]");

function closeEntry(entry) {
  if (!field()) return false;
  entry.open = false;
  field().value = "";
  field().focus();
  field().dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

// The entry of the only table with a player of this name, or whose name begins or ends with it.
function entryOf(name) {
  const text = name.toLowerCase();
  const rows = [...document.querySelectorAll("tr[data-find]:has(.entry)")];
  const found = rows.filter((row) => row.dataset.find.toLowerCase().includes(text));
  return found.length === 1 ? found[0].querySelector(".entry") : null;
}

function send(form, score) {
  const values = Object.fromEntries(new FormData(form));
  sending = sending.then(async () => {
    const options = { source: announcer, target: announcer, swap: "innerHTML", values: { ...values, score } };
    await window.htmx.ajax("POST", form.action, options);
    const part = document.getElementById("part");
    if (part.hasAttribute("data-live")) window.htmx.trigger(part, "live");
  });
}

document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches("form[data-entry]")) return;
    const table = field().value.normalize("NFKC").trim();
    const [, number, board] = /^(\d+)\s*([a-c]?)$/i.exec(table) ?? [];
    const entry = number
      ? document.querySelector(`.entry[data-table="${Number(number)}${board.toUpperCase()}"]`)
      : entryOf(table);
    if (!entry) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    entry.closest("tr")?.removeAttribute("hidden");
    entry.open = true;
    entry.querySelector("button").focus();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
  const entry = event.target.closest(OPEN);
  if (!entry) return;
  const button = entry.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (event.key === "Escape") closeEntry(entry);
  else if (button) button.click();
  else return;
  event.preventDefault();
});

// At the desk, an entry is sent in the background. On its own page, it is submitted like any form.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest(".entry button[name=score]");
    const entry = button?.closest(".entry");
    if (!button || !button.form.reportValidity() || !field()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    send(button.form, button.value);
    closeEntry(entry);
  },
  true,
);

// If a table already has a different result, a dialog asks which one is right. Open it after htmx has settled, because htmx
// moves the focus until then.
refusals.addEventListener("htmx:afterSettle", () => refusals.querySelector("dialog[data-modal]")?.showModal());
refusals.addEventListener("close", () => field()?.focus(), true);

// On the page of a single entry, focus its first button.
document.querySelector("[data-entry-page] .entry button")?.focus();
