// Build a deck: each card is a <... data-copies="FL-C07"> in a <... data-zone>. With the focus on a card, + and - move a
// copy and the arrow keys go to another card. Ctrl+Z undoes the last change. Each zone is one stop of the Tab key.
//
// Each move is one request. Further moves are queued while it is running. After the part has been swapped, the focus
// returns to the same element, or to a neighbour if its card has left. Scroll positions and open details stay, and the
// number of cards in the deck is announced to screen readers.

const MOVES = { "+": "add", "=": "add", "-": "remove" };
const STEPS = { ArrowDown: 1, ArrowUp: -1 };
const SIDES = { ArrowRight: 1, ArrowLeft: -1 };
const queue = []; // ids of the buttons to press
let busy = false;
let saved = null;
const stops = {}; // the id of the last card with the focus, by zone

const rowOf = (element) => element?.closest?.("[data-copies]");
const zoneOf = (element) => element?.closest?.("[data-zone]");
const rows = (zone = document) => [...(zone?.querySelectorAll("[data-copies]") ?? [])];
const controlOf = (row) => row?.querySelector(".move, summary");
const deckButtons = () => [...document.querySelectorAll(".deck-list button")];
const at = (list, index) => (index < 0 ? undefined : list[Math.min(index, list.length - 1)]);
const announcement = () => document.querySelector("[data-say]")?.dataset.say ?? "";

// Tab stops at one card of each zone: at the one that has, or had, the focus.
function setTabStops() {
  for (const zone of document.querySelectorAll("[data-zone]")) {
    const cards = [...zone.querySelectorAll(".move")];
    const stop = cards.find((card) => card.id === stops[zone.dataset.zone]) ?? cards[0];
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  }
}
setTabStops();
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches(".move")) return;
  stops[zoneOf(target)?.dataset.zone] = target.id;
  setTabStops();
});

function pressNext() {
  while (!busy && queue.length) {
    const button = document.getElementById(queue.shift());
    if (!button || button.disabled) continue;
    button.click();
  }
}

function press(id) {
  queue.push(id);
  pressNext();
}

// Return the nearest card in the next column to the left (-1) or right (1).
function beside(row, side) {
  const from = row.getBoundingClientRect();
  const distances = rows()
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, to]) => (side < 0 ? to.right <= from.left : to.left >= from.right))
    .map(([each, to]) => [each, Math.abs(to.left - from.left) * 4 + Math.abs(to.top - from.top)]);
  return distances.sort(([, first], [, second]) => first - second)[0]?.[0];
}

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input, textarea, select")) {
    event.preventDefault();
    press("undo");
    return;
  }
  const row = rowOf(event.target);
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = event.key in STEPS ? at(rows(), rows().indexOf(row) + STEPS[event.key]) : beside(row, SIDES[event.key]);
  if (event.key in MOVES) press(`${MOVES[event.key]}-${row.dataset.copies}`);
  else if (event.key in STEPS || (event.key in SIDES && row.matches(".strip"))) controlOf(next)?.focus();
  else return;
  event.preventDefault();
});

// A click while a request is running would be lost, because the button is about to be replaced.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("#deck button[id][name]");
    if (!busy || !button || event.defaultPrevented) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    queue.push(button.id);
  },
  true,
);

// drag.js asks for a move.
document.addEventListener("moved", (event) => press(event.detail));

function saveState() {
  const focused = document.activeElement;
  const row = rowOf(focused);
  return {
    id: focused.id,
    ref: row?.dataset.copies,
    zone: zoneOf(focused)?.dataset.zone,
    row: row ? rows(zoneOf(row)).indexOf(row) : -1,
    listIndex: deckButtons().indexOf(focused),
    inDeck: focused.closest("#deck") !== null,
    details: [...document.querySelectorAll("#deck details[id]")].map((details) => [details.id, details.open]),
    scrolled: [...document.querySelectorAll("[data-scroll]")].map((area) => [area.dataset.scroll, area.scrollTop]),
    announcement: announcement(),
  };
}

// Return the element to focus if the previous one has been removed or disabled.
function nearest({ id, row, ref, listIndex, zone }) {
  const same = id && document.getElementById(id);
  if (same && !same.disabled) return same;
  if (listIndex >= 0) return at(deckButtons(), listIndex) ?? document.getElementById("list");
  const inZone = rows(document.querySelector(`[data-zone="${zone}"]`));
  const sameRow = inZone.find((each) => each.dataset.copies === ref) ?? at(inZone, row);
  const heading = zone && document.getElementById(`${zone}-heading`);
  return controlOf(sameRow) ?? heading ?? document.getElementById("deck-title");
}

document.body.addEventListener("htmx:beforeRequest", () => (busy = true));
document.body.addEventListener("htmx:beforeSwap", () => (saved = saveState()));
// htmx handles the new buttons only from here on.
document.body.addEventListener("htmx:afterSettle", () => {
  if (saved) {
    for (const [id, open] of saved.details) document.getElementById(id)?.toggleAttribute("open", open);
    for (const [name, top] of saved.scrolled) {
      const area = document.querySelector(`[data-scroll="${name}"]`);
      if (area) area.scrollTop = top;
    }
    const lost = document.activeElement === document.body || document.activeElement?.disabled;
    const element = lost && saved.inDeck ? nearest(saved) : null;
    element?.focus({ preventScroll: element.id !== "deck-title" && !element.matches(".move") });
    if (announcement() !== saved.announcement) document.getElementById("announcer").textContent = announcement();
  }
  saved = null;
  busy = false;
  setTabStops();
  pressNext();
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) return;
  busy = false;
  queue.length = 0;
});
