// Read the cards of a pack in large print.
//
// On a small screen, a tap selects a card and opens it in a dialog; a second tap takes it. On a wide screen, the card
// under the pointer or with the focus is shown beside the pack, and the key i opens the dialog. In the dialog, swipes and
// arrow keys move to the neighbouring cards, which are selected as they are shown.

const HOVER_DELAY = 120; // milliseconds
const SWIPE = 40; // pixels
const LONG_PRESS = 450; // milliseconds
const dialog = document.getElementById("zoom");
const wide = matchMedia("(min-width: 64rem)");
let shown = null; // the list item of the card in the dialog
let swipeFrom = null;
let timer = 0;

const cardOf = (element) => element?.closest?.("form[data-pick] .card");
const radioOf = (item) => item.querySelector(".card-input");

function largeCard(item) {
  const tile = item.querySelector(".tile").cloneNode(true);
  const keywords = item.querySelector("template[data-keywords]");
  const holder = document.createElement("div");
  holder.append(tile);
  if (keywords) holder.append(keywords.content.cloneNode(true));
  return holder;
}

function select(item) {
  const radio = radioOf(item);
  if (radio.checked) return;
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

function open(item) {
  shown = item;
  select(item);
  const holder = dialog.querySelector("[data-card]");
  const large = largeCard(item);
  large.querySelector(".tile").removeAttribute("aria-hidden");
  holder.replaceChildren(large);
  dialog.querySelector("#zoom-name").textContent = item.querySelector(".tile-name").textContent;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function step(by) {
  const items = [...document.querySelectorAll("form[data-pick] .card")];
  const at = items.indexOf(shown);
  open(items[(at + by + items.length) % items.length]);
}

function read(item) {
  const reader = document.getElementById("reader");
  if (!reader || !wide.matches || !item?.querySelector(".tile")) return;
  reader.replaceChildren(largeCard(item));
  reader.hidden = false;
}

document.addEventListener("pointerover", (event) => {
  const item = cardOf(event.target);
  clearTimeout(timer);
  if (item && event.pointerType === "mouse") timer = setTimeout(read, HOVER_DELAY, item);
});
document.addEventListener("focusin", (event) => read(cardOf(event.target)));
document.addEventListener("change", (event) => read(cardOf(event.target)));

// A click that a key press causes has no pointer.
document.addEventListener("click", (event) => {
  const item = cardOf(event.target);
  if (item?.querySelector(".tile") && event.target.matches(".card-input") && event.pointerType && !wide.matches) open(item);
});
document.addEventListener("pointerdown", (event) => {
  const item = cardOf(event.target);
  clearTimeout(timer);
  if (item?.querySelector(".tile") && event.pointerType !== "mouse") timer = setTimeout(open, LONG_PRESS, item);
});
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(timer), true);
document.addEventListener("contextmenu", (event) => cardOf(event.target) && event.pointerType === "touch" && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  const item = cardOf(document.activeElement) ?? document.querySelector("form[data-pick] .card:has(:checked)");
  if (item?.querySelector(".tile")) open(item);
});

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.step) step(Number(button.dataset.step));
  else if (button?.matches("[data-take-shown]")) document.querySelector("form[data-pick] [data-take]").click();
  else if (button?.matches("[data-close]") || event.target === dialog) dialog.close();
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
dialog.addEventListener("close", () => shown?.isConnected && radioOf(shown).focus({ preventScroll: true }));

// The pack has gone: the card was taken, or the clock has taken one.
function closeWithoutPack() {
  if (dialog.open && !shown?.isConnected) dialog.close();
}
document.addEventListener("submit", (event) => event.target.matches("form[data-pick]") && !event.defaultPrevented && dialog.close());
document.body.addEventListener("shown", closeWithoutPack);
document.body.addEventListener("htmx:afterSwap", closeWithoutPack);
