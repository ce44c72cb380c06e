// Build a deck by keyboard: if the focus is in a row of the pool, + and - move a copy and the arrow keys go to the next
// row. Ctrl+Z undoes the last change.
//
// Each key press is one request. Further key presses are queued while it is running. After the part has been swapped,
// the focus returns to the same element, or to the row if that button is now disabled. Open details stay open, and the
// number of cards in the deck is announced to screen readers.

const MOVES = { "+": "add", "=": "add", "-": "remove" };
const DIRECTIONS = { ArrowDown: 1, ArrowUp: -1 };
const queue = []; // ids of the buttons to press
let busy = false;
let saved = null;

const rowOf = (element) => element?.closest?.("[data-copies]");
const rows = () => [...document.querySelectorAll("[data-copies]")];
const deckButtons = () => [...document.querySelectorAll(".deck-list button")];
const at = (list, index) => (index < 0 ? undefined : list[Math.min(index, list.length - 1)]);
const announcement = () => document.querySelector("[data-say]")?.dataset.say ?? "";

function pressNext() {
  while (!busy && queue.length) {
    const button = document.getElementById(queue.shift());
    if (!button || button.disabled) continue;
    button.click();
  }
}

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input, textarea, select")) {
    event.preventDefault();
    queue.push("undo");
    pressNext();
    return;
  }
  const row = rowOf(event.target);
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in MOVES) {
    event.preventDefault();
    queue.push(`${MOVES[event.key]}-${row.dataset.copies}`);
    pressNext();
  } else if (event.key in DIRECTIONS) {
    event.preventDefault();
    const next = rows()[rows().indexOf(row) + DIRECTIONS[event.key]];
    next?.querySelector("summary").focus();
  }
});

function saveState() {
  const focused = document.activeElement;
  return {
    id: focused.id,
    ref: rowOf(focused)?.dataset.copies,
    row: rows().indexOf(rowOf(focused)),
    listIndex: deckButtons().indexOf(focused),
    inDeck: focused.closest("#deck") !== null,
    details: [...document.querySelectorAll("#deck details[id]")].map((details) => [details.id, details.open]),
    announcement: announcement(),
  };
}

// Return the element to focus if the previous one has been removed or disabled.
function nearest({ id, row, ref, listIndex }) {
  const same = id && document.getElementById(id);
  if (same && !same.disabled) return same;
  if (listIndex >= 0) return at(deckButtons(), listIndex) ?? document.getElementById("list");
  const sameRow = rows().find((each) => each.dataset.copies === ref) ?? at(rows(), row);
  return sameRow?.querySelector("summary") ?? document.getElementById("deck-title");
}

document.body.addEventListener("htmx:beforeRequest", () => (busy = true));
document.body.addEventListener("htmx:beforeSwap", () => (saved = saveState()));
// htmx handles the new buttons only from here on.
document.body.addEventListener("htmx:afterSettle", () => {
  if (saved) {
    for (const [id, open] of saved.details) document.getElementById(id)?.toggleAttribute("open", open);
    const lost = document.activeElement === document.body || document.activeElement?.disabled;
    const element = lost && saved.inDeck ? nearest(saved) : null;
    element?.focus({ preventScroll: element.id !== "deck-title" });
    if (announcement() !== saved.announcement) document.getElementById("announcer").textContent = announcement();
  }
  saved = null;
  busy = false;
  pressNext();
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) return;
  busy = false;
  queue.length = 0;
});
