// Completions of the entry at the cursor while a paper game is written: a listbox that the text field controls.
// The arrow keys choose, Enter or Tab inserts, Escape closes. The server finds the completions.

const DELAY_MS = 120;
const ENTRY_ENDS = /[;；\n]/;
const announcer = document.getElementById("announcer");
let timer = 0;
let asked = 0; // number of the latest request, because responses can arrive in any order
let active = -1; // index of the chosen option

const list = () => document.getElementById("completions");
const options = () => [...list().querySelectorAll("[role=option]")];
const isField = (element) => element.matches?.("[aria-controls=completions]");

// The part of the entry before the cursor, and where it begins; empty if the cursor is inside a word.
function entryAtCursor(field) {
  const cursor = field.selectionStart;
  const next = field.value[cursor] ?? "\n";
  if (cursor !== field.selectionEnd || !ENTRY_ENDS.test(next)) return { start: cursor, text: "" };
  const text = field.value.slice(0, cursor).split(ENTRY_ENDS).pop().trimStart();
  return { start: cursor - text.length, text };
}

function choose(field, index) {
  active = index;
  for (const [position, option] of options().entries()) {
    option.setAttribute("aria-selected", String(position === index));
    if (position === index) option.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  if (index < 0) field.removeAttribute("aria-activedescendant");
  else field.setAttribute("aria-activedescendant", options()[index].id);
}

function show(field, entries) {
  list().replaceChildren(
    ...entries.map((entry, index) => {
      const option = document.createElement("li");
      option.id = `completion-${index}`;
      option.role = "option";
      option.className = "chip";
      option.dataset.entry = entry;
      option.textContent = entry.endsWith(" ") ? `${entry.trimEnd()} …` : entry;
      return option;
    }),
  );
  choose(field, -1);
  if (entries.length) announcer.textContent = list().dataset.say.replace("{count}", entries.length);
}

// Remove the options that no longer continue the entry, without waiting for the server.
function removeOthers(field) {
  const { text } = entryAtCursor(field);
  const continues = (option) => text && option.dataset.entry.toLowerCase().startsWith(text.toLowerCase());
  options().forEach((option) => continues(option) || option.remove());
  choose(field, -1);
}

async function ask(field) {
  const { text } = entryAtCursor(field);
  const number = ++asked;
  if (!text) return show(field, []);
  const body = new FormData(field.form);
  body.delete("file");
  body.set("entry", text);
  let entries = [];
  try {
    const response = await fetch(list().dataset.url, { method: "POST", body });
    if (response.ok) ({ entries } = await response.json());
  } catch {
    // Without a connection there are no completions; the entry can be typed as before.
  }
  if (number === asked && document.activeElement === field) show(field, entries);
}

function insert(field, entry) {
  const { start } = entryAtCursor(field);
  field.setRangeText(entry, start, field.selectionStart, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("input", (event) => {
  if (!isField(event.target) || event.isComposing) return;
  removeOthers(event.target);
  clearTimeout(timer);
  timer = setTimeout(ask, DELAY_MS, event.target);
});

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!isField(field) || event.isComposing || !options().length) return;
  const last = options().length - 1;
  if (event.key === "ArrowDown") choose(field, Math.min(active + 1, last));
  else if (event.key === "ArrowUp" && active >= 0) choose(field, active - 1);
  else if (event.key === "Escape") show(field, []);
  else if (["Enter", "Tab"].includes(event.key) && active >= 0) insert(field, options()[active].dataset.entry);
  else return;
  event.preventDefault();
});

document.addEventListener("focusout", (event) => {
  if (isField(event.target)) show(event.target, []);
});

// A press keeps the focus in the field, and with it the keyboard of a phone.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.("#completions")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const option = event.target.closest?.("#completions [role=option]");
  if (option) insert(document.querySelector("[aria-controls=completions]"), option.dataset.entry);
});
