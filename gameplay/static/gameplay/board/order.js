// Put the cards of a question in order: drag them, by touch at their grips, or move them with buttons or arrow keys.
//
//   <ol data-order data-say="{card}: number {n} of {count}">
//     <li><input type="hidden" name="card" value="limbo.0"> ... <button data-move="-1">   one place earlier; 1 is later
//
// The form of the question sends the cards in the order of the list. The new place of a card is announced.

const KEYS = { ArrowUp: -1, ArrowDown: 1 };
const announcer = document.getElementById("announcer");
const list = () => document.querySelector("[data-order]");
const rows = () => [...(list()?.children ?? [])];
const number = () => document.querySelector("[data-choose] [name=number]")?.value;
const cardOf = (row) => row.querySelector("[name=card]").value;
const middleOf = ({ top, height }) => top + height / 2;
let drag = null; // { row, others, start, middle, height, from, to }
let kept = null; // { number, cards }: the player's order, in case the same question is shown again

function markEnds() {
  for (const row of rows()) {
    const [earlier, later] = row.querySelectorAll("[data-move]");
    earlier.setAttribute("aria-disabled", String(!row.previousElementSibling));
    later.setAttribute("aria-disabled", String(!row.nextElementSibling));
  }
}

// Only the cards that are passed leave the document for a moment, so the moved one keeps the focus and the pointer.
function move(row, to) {
  const before = rows();
  const from = before.indexOf(row);
  row.before(...before.slice(from + 1, to + 1));
  row.after(...before.slice(Math.max(0, to), from));
  markEnds();
  row.scrollIntoView({ block: "nearest" });
  const after = rows();
  kept = { number: number(), cards: after.map(cardOf) };
  const values = { card: row.querySelector("[data-name]").textContent, n: after.indexOf(row) + 1, count: after.length };
  announcer.textContent = list().dataset.say.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const step = (row, by) => move(row, rows().indexOf(row) + by);

function startList() {
  drag = null;
  const cards = kept && kept.number === number() ? kept.cards : [];
  const byCard = new Map(rows().map((row) => [cardOf(row), row]));
  list()?.append(...cards.map((card) => byCard.get(card)).filter(Boolean));
  markEnds();
}

// --- Dragging: the row follows the pointer, and the others make room ---

const pointerY = (event) => event.clientY - list().getBoundingClientRect().top; // also while the list scrolls

function follow(event) {
  const { row, others, start, from, height } = drag;
  const distance = pointerY(event) - start;
  const middle = drag.middle + distance;
  row.style.translate = `0 ${distance}px`;
  drag.to = from;
  for (const other of others) {
    const passed = other.isBefore ? middle <= other.middle : middle >= other.middle;
    if (passed) drag.to += other.isBefore ? -1 : 1;
    other.row.style.translate = passed ? `0 ${other.isBefore ? height : -height}px` : "";
  }
  row.scrollIntoView({ block: "nearest" });
}

function endDrag(isDropped) {
  if (!drag) return;
  const { row, from, to } = drag;
  drag = null;
  list()?.classList.remove("sorting");
  row.classList.remove("moved");
  for (const each of rows()) each.style.translate = "";
  if (isDropped && to !== from && row.isConnected) move(row, to);
}

document.addEventListener("pointerdown", (event) => {
  const row = event.target.closest("[data-order] > li");
  if (!row || !event.isPrimary || event.button || event.target.closest("button")) return;
  if (event.pointerType !== "mouse" && !event.target.closest("[data-grip]")) return; // a finger scrolls the list
  event.preventDefault();
  const all = rows();
  const [from, top] = [all.indexOf(row), list().getBoundingClientRect().top];
  const places = all.map((each) => each.getBoundingClientRect());
  const others = all.map((each, i) => ({ row: each, isBefore: i < from, middle: middleOf(places[i]) - top }));
  const gap = all.length > 1 ? places[1].top - places[0].bottom : 0;
  const [{ middle }] = others.splice(from, 1);
  drag = { row, others, start: pointerY(event), middle, height: places[from].height + gap, from, to: from };
  list().classList.add("sorting");
  row.classList.add("moved");
});
document.addEventListener("pointermove", (event) => drag?.row.isConnected && event.isPrimary && follow(event));
document.addEventListener("pointerup", (event) => event.isPrimary && endDrag(true));
document.addEventListener("pointercancel", () => endDrag(false));

// --- Buttons and keys ---

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (button) step(button.closest("li"), Number(button.dataset.move));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") endDrag(false);
  const row = document.activeElement?.closest("[data-order] > li");
  if (!row || !KEYS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  step(row, KEYS[event.key]);
});
document.body.addEventListener("htmx:afterSettle", ({ detail }) => detail.target.id === "table" && startList());
startList();
