// Read a card of the table in large print, with its present values and what it can do.
//
// Under the pointer it is shown beside the card (#reader). A long press, the key i, or a click on a card without options
// opens a dialog (#reading), which also says what the card can do now and why not. The text of a card comes from its set,
// so the request says no more than what the page already shows.

const HOVER_DELAY = 220; // milliseconds
const LONG_PRESS = 450; // milliseconds
const texts = new Map(); // ref -> the request for its text
const board = document.querySelector("[data-board]");
const reader = document.getElementById("reader");
const dialog = document.getElementById("reading");
let hoverTimer = 0;
let pressTimer = 0;
let pressed = false; // the finger that opened the dialog is still down

const cardOf = (element) => element?.closest?.(".at-table .bcard[data-ref], dialog .bcard[data-ref]");

function textOf(ref) {
  if (!texts.has(ref)) {
    const [set, number] = [ref.slice(0, ref.indexOf("-")), ref.slice(ref.indexOf("-") + 1)];
    const request = fetch(`${board.dataset.cards}${set}/${number}/read?lang=${document.documentElement.lang}`);
    const text = request.then((response) => (response.ok ? response.text() : ""));
    texts.set(ref, text);
    text.catch(() => texts.delete(ref));
  }
  return texts.get(ref);
}

// The marks and the changed numbers, which the printed card does not show.
function presentValues(card) {
  const list = document.createElement("ul");
  list.className = "now-values";
  const changed = [...card.querySelectorAll(".bcard-stats .up, .bcard-stats .down")];
  const marks = [...card.querySelectorAll(".badges i")];
  const under = [...(card.parentElement.querySelectorAll(":scope > .under .bcard-name") ?? [])];
  const items = [...marks.map((mark) => mark.title || mark.textContent), ...changed.map((stat) => `${stat.title} ${stat.lastElementChild.textContent}`)];
  for (const text of [...items, ...under.map((name) => name.textContent)]) {
    const item = document.createElement("li");
    item.className = "chip";
    item.textContent = text;
    list.append(item);
  }
  return items.length || under.length ? [list] : [];
}

async function fill(target, card) {
  const values = presentValues(card);
  const text = document.createElement("template");
  text.innerHTML = await textOf(card.dataset.ref);
  target.replaceChildren(text.content, ...values);
}

async function hover(card) {
  if (!card.isConnected || dialog.open) return;
  const holder = document.createElement("div");
  await fill(holder, card).catch(() => {});
  if (!card.isConnected || !card.matches(":hover, :focus-visible") || !holder.childElementCount) return;
  reader.replaceChildren(holder);
  reader.hidden = false;
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = reader;
  const x = left > innerWidth / 2 ? left - width - 12 : right + 12;
  reader.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  reader.style.top = `${Math.max(8, Math.min((top + bottom - height) / 2, innerHeight - height - 8))}px`;
}

function hide() {
  clearTimeout(hoverTimer);
  reader.hidden = true;
}

async function open(card, reason = "") {
  hide();
  const target = dialog.querySelector("[data-reading]");
  await fill(target, card).catch(() => target.replaceChildren());
  document.getElementById("reading-title").textContent = card.querySelector(".bcard-name").textContent;
  if (reason) target.insertAdjacentHTML("afterbegin", reason);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

// Show a card, what it can do now, and why not.
export async function explain(card) {
  if (!board.dataset.game || !card.id) return open(card);
  const address = `${board.dataset.game}?why=${encodeURIComponent(card.id)}`;
  const response = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const reason = response?.ok ? await response.text() : "";
  if (!card.isConnected) return;
  if (card.dataset.ref) open(card, reason);
  else if (reason) {
    hide();
    dialog.querySelector("[data-reading]").innerHTML = reason;
    document.getElementById("reading-title").textContent = card.textContent.trim();
    if (!dialog.open) dialog.showModal();
  }
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const card = cardOf(event.target);
  hide();
  if (card && !card.closest("dialog")) hoverTimer = setTimeout(hover, HOVER_DELAY, card);
});
document.addEventListener("pointerdown", (event) => {
  hide();
  clearTimeout(pressTimer);
  pressed = false;
  const card = cardOf(event.target);
  if (!card || event.pointerType === "mouse") return;
  pressTimer = setTimeout(() => {
    pressed = true;
    card.closest("dialog") ? open(card) : explain(card);
  }, LONG_PRESS);
});
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(pressTimer), true);
document.addEventListener("pointermove", (event) => Math.hypot(event.movementX, event.movementY) > 6 && clearTimeout(pressTimer));
// A long press is not a click.
document.addEventListener(
  "click",
  (event) => {
    if (pressed) {
      pressed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (event.target === dialog) dialog.close();
    const card = cardOf(event.target);
    if (card?.closest("dialog") && card.closest("dialog") !== dialog) open(card);
  },
  true,
);
document.addEventListener("contextmenu", (event) => cardOf(event.target) && event.pointerType === "touch" && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  if (event.target.closest("input, textarea, select")) return;
  const card = cardOf(document.activeElement) ?? cardOf(document.querySelector(".at-table .bcard:hover"));
  if (card) card.closest("dialog") ? open(card) : explain(card);
});
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => detail.target.id === "table" && hide());
document.addEventListener("step:before", hide);
