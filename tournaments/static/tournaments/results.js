// The desk enters results by keyboard: the number of a table, with teams its board too, Enter, one key. <form data-entry> takes the number and
// unfolds <details class="entry" data-table>; while the focus is there, 1 to 5 press the buttons that name them in
// aria-keyshortcuts, and Escape goes back. What is entered is sent in its order, and the field is free at once for the
// next table. A table that is not on the page, or the code of a slip, is looked for by the server.

const announcer = document.getElementById("announcer");
const refusals = document.getElementById("refusals");
let sending = Promise.resolve();

const field = () => document.querySelector("form[data-entry] [name=table]");

function leave(entry) {
  if (!field()) return false;
  entry.open = false;
  field().value = "";
  field().focus();
  return true;
}

function send(form, score) {
  const values = Object.fromEntries(new FormData(form));
  sending = sending.then(async () => {
    const told = { source: announcer, target: announcer, swap: "innerHTML", values: { ...values, score } };
    await window.htmx.ajax("POST", form.action, told);
    const part = document.getElementById("part");
    if (part.hasAttribute("data-live")) window.htmx.trigger(part, "live");
  });
}

document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches("form[data-entry]")) return;
    const table = field().value.trim();
    const [, number, board] = /^(\d+)\s*([a-c]?)$/i.exec(table) ?? [];
    const entry = number && document.querySelector(`.entry[data-table="${Number(number)}${board.toUpperCase()}"]`);
    if (!entry) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    entry.open = true;
    entry.querySelector("button").focus();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
  const entry = event.target.closest(".entry[open]");
  if (!entry) return;
  const button = entry.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (event.key === "Escape") leave(entry);
  else if (button) button.click();
  else return;
  event.preventDefault();
});

// On the desk an entry is sent beside the page; on its own page it is sent as any form is.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest(".entry button[name=score]");
    const entry = button?.closest(".entry");
    if (!button || !button.form.reportValidity() || !field()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    send(button.form, button.value);
    leave(entry);
  },
  true,
);

// Two answers for one table: which it shall be is asked over the page, once htmx has settled: it focuses again until then.
refusals.addEventListener("htmx:afterSettle", () => refusals.querySelector("dialog[data-modal]")?.showModal());
refusals.addEventListener("close", () => field()?.focus(), true);

// On its own page an entry is what one has come for.
document.querySelector("[data-entry-page] .entry[open] button")?.focus();
