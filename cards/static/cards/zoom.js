// Read a card in large print: <li data-read="FL-C07"> with a .tile, inside <... data-cards>.
//
// On a wide screen, the card under the pointer or with the focus is shown beside the others (#reader). A tap on a narrow
// screen or a touch screen, a long press, or the key i opens it in a dialog (#zoom). In the dialog, swipes and arrow keys
// move to the neighbouring cards, and its button presses the button of the card, or the button data-take of the form. A
// card with a radio button is selected when the dialog shows it. Templates in the item are shown below the large card.

const HOVER_DELAY = 120; // milliseconds
const SWIPE = 40; // pixels
const LONG_PRESS = 450; // milliseconds
const dialog = document.getElementById("zoom");
const actButton = dialog.querySelector("[data-act]");
const usualAct = actButton.textContent;
const wide = matchMedia("(min-width: 64rem)");
let shown = null; // the item of the card in the dialog
let lastRead = ""; // the data-read of the card in #reader
let swipeFrom = null;
let hoverTimer = 0;
let pressTimer = 0;
let pressed = false; // the finger that opened the dialog is still down

function cardOf(element) {
  const item = element?.closest?.("[data-read]");
  return item?.querySelector(".tile") ? item : null;
}
const controlOf = (item) => item.querySelector("input[type=radio], button, a");
const listOf = (item) => [...item.closest("[data-cards]").querySelectorAll("[data-read]")];

function largeCard(item) {
  const holder = document.createElement("div");
  const tile = item.querySelector(".tile").cloneNode(true);
  holder.append(tile, ...[...item.querySelectorAll("template")].map((each) => each.content.cloneNode(true)));
  return holder;
}

function select(item) {
  const radio = item.querySelector("input[type=radio]");
  if (!radio || radio.checked) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

function open(item) {
  shown = item;
  select(item);
  const large = largeCard(item);
  large.querySelector(".tile").removeAttribute("aria-hidden");
  dialog.querySelector("[data-card]").replaceChildren(large);
  dialog.querySelector("#zoom-name").textContent = item.querySelector(".tile-name").textContent;
  actButton.textContent = item.dataset.act ?? usualAct;
  actButton.hidden = !actionOf(item);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

const actionOf = (item) => item.querySelector("button") ?? item.closest("form")?.querySelector("[data-take]");

function act() {
  const button = actionOf(shown);
  if (shown.querySelector("button")) dialog.close();
  button.click();
}

function step(by) {
  const items = listOf(shown);
  open(items[(items.indexOf(shown) + by + items.length) % items.length]);
}

function read(item) {
  const reader = document.getElementById("reader");
  if (!reader || !wide.matches || !item) return;
  lastRead = item.dataset.read;
  const large = largeCard(item);
  for (const link of large.querySelectorAll("a")) link.tabIndex = -1; // the reader is hidden from screen readers
  reader.replaceChildren(large);
  reader.hidden = false;
}

document.addEventListener("pointerover", (event) => {
  const item = cardOf(event.target);
  clearTimeout(hoverTimer);
  if (item && event.pointerType === "mouse") hoverTimer = setTimeout(read, HOVER_DELAY, item);
});
document.addEventListener("focusin", (event) => read(cardOf(event.target)));
document.addEventListener("change", (event) => read(cardOf(event.target)));

// A tap opens the card before it does anything else. A click that a key press or a script causes has no pointer.
document.addEventListener(
  "click",
  (event) => {
    const item = cardOf(event.target);
    const control = event.target.closest("input, button, a");
    if (!item || control !== controlOf(item) || !event.pointerType) return;
    const isTap = !wide.matches || (event.pointerType === "touch" && control.type !== "radio");
    if (!isTap || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (control.type !== "radio") event.preventDefault();
    open(item);
  },
  true,
);
document.addEventListener("pointerdown", (event) => {
  const item = cardOf(event.target);
  clearTimeout(pressTimer);
  pressed = false;
  if (!item || event.pointerType === "mouse") return;
  pressTimer = setTimeout(() => {
    pressed = true;
    open(item);
  }, LONG_PRESS);
});
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(pressTimer), true);
document.addEventListener("contextmenu", (event) => {
  if (cardOf(event.target) && event.pointerType === "touch") event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  if (event.target.closest("input:not([type=radio]), textarea, select")) return;
  const item = cardOf(document.activeElement) ?? document.querySelector("[data-read]:has(:checked)");
  if (item && cardOf(item)) open(item);
});

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.step) step(Number(button.dataset.step));
  else if (button === actButton) act();
  else if (button?.matches("[data-close]") || (event.target === dialog && !pressed)) dialog.close();
  pressed = false;
});
dialog.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});
dialog.addEventListener("pointerdown", (event) => (swipeFrom = event.clientX));
dialog.addEventListener("pointerup", (event) => {
  const moved = swipeFrom === null ? 0 : event.clientX - swipeFrom;
  swipeFrom = null;
  if (Math.abs(moved) > SWIPE) step(moved < 0 ? 1 : -1);
});
dialog.addEventListener("close", () => shown?.isConnected && controlOf(shown).focus({ preventScroll: true }));

// The card has left the page: it was taken, moved in another tab, or the clock has taken one.
function closeWithoutCard() {
  if (dialog.open && !shown?.isConnected) reopen();
  const reader = document.getElementById("reader");
  const item = lastRead && document.querySelector(`[data-read="${CSS.escape(lastRead)}"]`);
  if (item && reader && !reader.querySelector(".tile")) read(item);
}

// The part of the page was loaded again while the dialog was open. Show the same card if it is still there.
function reopen() {
  const same = shown?.dataset.read && document.querySelector(`[data-read="${CSS.escape(shown.dataset.read)}"]`);
  if (same) open(same);
  else dialog.close();
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-pick]") && !event.defaultPrevented) dialog.close();
});
document.body.addEventListener("shown", closeWithoutCard);
document.body.addEventListener("htmx:afterSwap", closeWithoutCard);
