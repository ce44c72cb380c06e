// Play by touching the cards of the table.
//
// Cards and players with options are marked. A click on one with a single option chooses it; with several options, a menu
// beside the card lists them, and if they pair the card with others, those can be clicked instead. A card can be dragged to
// the card that an option pairs it with, or to the middle of the table. A click on a card without options shows its text
// and why it cannot be used (reading.js).
//
// Each area of the table is one stop for Tab. Arrow keys move between its cards and to other areas. Enter is a click, and
// Escape closes the menu.

import { buttons, choose, optionsOf, pairing, placesOf, textOf } from "./options.js";
import { explain } from "./reading.js";

const MANY = matchMedia("(min-width: 64rem)").matches ? 6 : 0; // options; more of those on cards are listed on request
const THRESHOLD = 8; // pixels before a press becomes a drag
const AREAS = ".bside, .between, .bhand, .tray";
const menu = document.getElementById("options");
const words = document.querySelector("[data-board]").dataset;
let chosen = ""; // the id of the card whose targets are marked
let drag = null; // { id, element, x, y, ghost, isTouch }
let justDragged = false;

const byId = (id) => document.getElementById(id);
const table = () => byId("table");
const placeOf = (element) => element?.closest?.("#table .bcard[id], #table .who[id]");
const places = () => [...table().querySelectorAll("button.bcard, button.who")];

// --- Marks on the cards, and the list of options ---

function describe(element, options) {
  element.querySelector(".does")?.remove();
  element.classList.toggle("can", options.length > 0);
  if (!options.length) return;
  const text = document.createElement("span");
  text.className = "sr does";
  text.textContent = `. ${options.map(textOf).join("; ")}`;
  element.append(text);
  if (options.length > 1) element.setAttribute("aria-haspopup", "menu");
}

function decorate() {
  closeMenu();
  const all = buttons();
  for (const element of places()) describe(element, optionsOf(element.id));
  const onCards = all.filter((button) => placesOf(button).some(byId));
  for (const button of onCards) button.parentElement.classList.add("on-card");
  const list = document.querySelector(".answers");
  if (list && onCards.length) {
    document.querySelector("[data-hint]").hidden = false;
    if (all.length > MANY) shorten(list, all.length);
  }
  rove();
}

function shorten(list, count) {
  const more = document.createElement("button");
  more.type = "button";
  more.className = "more quiet";
  more.textContent = words.sayAll.replace("{n}", count);
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => {
    const isShort = list.classList.toggle("short");
    more.setAttribute("aria-expanded", String(!isShort));
  });
  list.classList.add("short");
  list.before(more);
}

// --- Choosing ---

const payLink = (option) => option.parentElement.querySelector(".pay");
const isPlain = (options) => options.length === 1 && !payLink(options[0]);

function act(element) {
  const options = optionsOf(element.id);
  const pairs = chosen && chosen !== element.id ? pairing(chosen, element.id) : [];
  if (isPlain(pairs)) choose(pairs[0]);
  else if (pairs.length) openMenu(element, pairs);
  else if (isPlain(options)) choose(options[0]);
  else if (options.length) openMenu(element, options);
  else if (element.matches(".bcard")) explain(element);
}

function markTargets(id) {
  chosen = id;
  byId(id)?.classList.add("chosen");
  for (const button of optionsOf(id)) {
    const [source, ...targets] = placesOf(button);
    if (source === id) for (const target of targets) byId(target)?.classList.add("aim");
  }
}

function openMenu(element, options) {
  closeMenu();
  markTargets(element.id);
  const title = document.createElement("p");
  title.textContent = element.querySelector(".bcard-name, .who-name")?.textContent ?? "";
  menu.setAttribute("aria-label", title.textContent);
  menu.replaceChildren(title, ...options.flatMap(menuItems));
  menu.hidden = false;
  const { left, right, top } = element.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const x = right + 8 + width < innerWidth ? right + 8 : Math.max(8, left - width - 8);
  menu.style.left = `${x}px`;
  menu.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  menu.querySelector("button").focus({ preventScroll: true });
}

function menuItems(option) {
  const link = payLink(option);
  const pay = link ? [menuItem(`${textOf(option)}: ${link.textContent.trim()}`, option, () => link.click())] : [];
  return [menuItem(textOf(option), option, () => choose(option)), ...pay];
}

function menuItem(text, option, onClick) {
  const item = document.createElement("button");
  item.type = "button";
  item.setAttribute("role", "menuitem");
  item.textContent = text;
  item.addEventListener("click", () => {
    closeMenu();
    onClick();
  });
  const marked = placesOf(option).slice(1).map(byId).filter(Boolean);
  const mark = (on) => marked.forEach((each) => each.classList.toggle("named", on));
  for (const name of ["pointerenter", "focus"]) item.addEventListener(name, () => mark(true));
  for (const name of ["pointerleave", "blur"]) item.addEventListener(name, () => mark(false));
  return item;
}

function closeMenu() {
  const hadFocus = menu.contains(document.activeElement);
  menu.hidden = true;
  if (hadFocus) byId(chosen)?.focus({ preventScroll: true });
  chosen = "";
  for (const each of document.querySelectorAll(".chosen, .aim, .named")) each.classList.remove("chosen", "aim", "named");
}

document.addEventListener("click", (event) => {
  if (justDragged && event.detail) {
    justDragged = false;
    event.preventDefault();
    return;
  }
  const element = placeOf(event.target);
  if (element?.matches("button")) act(element);
  else if (!menu.contains(event.target)) closeMenu();
});

// --- Keys ---

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const centre = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};
const cardsIn = (area) => [...area.querySelectorAll("button.bcard, button.who")];

// Left and right lead to the next card of the area, up and down to the nearest card of another area.
function neighbour(element, [dx, dy]) {
  const area = element.closest(AREAS);
  if (dx) {
    const cards = cardsIn(area);
    return cards[(cards.indexOf(element) + dx + cards.length) % cards.length];
  }
  const [x, y] = centre(element);
  let [best, least] = [null, Infinity];
  for (const other of places().filter((each) => each.closest(AREAS) !== area)) {
    const [ox, oy] = centre(other);
    const distance = Math.abs(oy - y) + Math.abs(ox - x) / 2;
    if ((oy - y) * dy > 1 && distance < least) [best, least] = [other, distance];
  }
  return best;
}

function rove(current = document.activeElement) {
  for (const area of document.querySelectorAll(AREAS)) {
    const cards = cardsIn(area);
    const stop = cards.find((card) => card === current) ?? cards.find((card) => card.matches(".can")) ?? cards[0];
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    closeMenu();
    endDrag();
  }
  const direction = ARROWS[event.key];
  if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
  if (menu.contains(document.activeElement)) {
    const items = [...menu.querySelectorAll("button")];
    const at = items.indexOf(document.activeElement) + (direction[0] || direction[1]);
    items[(at + items.length) % items.length].focus();
    event.preventDefault();
    return;
  }
  const element = placeOf(document.activeElement);
  const next = element && neighbour(element, direction);
  if (!element) return;
  event.preventDefault();
  if (!next) return;
  rove(next);
  next.tabIndex = 0;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
});
document.addEventListener("focusin", (event) => placeOf(event.target) && rove(event.target));
menu.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !menu.contains(event.relatedTarget) && !placeOf(event.relatedTarget)) closeMenu();
});

// --- Dragging ---

function beginDrag() {
  const { element } = drag;
  const ghost = element.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.inert = true;
  ghost.classList.add("ghost");
  ghost.style.width = `${element.offsetWidth}px`;
  ghost.style.height = `${element.offsetHeight}px`;
  document.body.append(ghost);
  drag.ghost = ghost;
  element.classList.add("dragged");
  markTargets(drag.id);
}

function endDrag() {
  drag?.ghost?.remove();
  drag?.element.classList.remove("dragged");
  if (drag?.ghost) closeMenu();
  drag = null;
}

function drop(x, y) {
  const { id, element } = drag;
  const under = document.elementFromPoint(x, y);
  const target = placeOf(under);
  const isOnTable = under?.closest(".btable") && !(target?.id === id);
  endDrag();
  const pairs = target && target.id !== id ? pairing(id, target.id) : [];
  const free = optionsOf(id);
  if (isPlain(pairs)) choose(pairs[0]);
  else if (pairs.length) openMenu(element, pairs);
  else if (isOnTable && isPlain(free)) choose(free[0]);
  else if (isOnTable) openMenu(element, free);
}

document.addEventListener("pointerdown", (event) => {
  justDragged = false;
  const element = placeOf(event.target);
  if (!element?.matches("button.bcard.can") || event.button !== 0 || !event.isPrimary) return;
  drag = { id: element.id, element, x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
  if (!drag.element.isConnected) return endDrag();
  if (!drag.ghost) beginDrag();
  const { offsetWidth: width, offsetHeight: height } = drag.ghost;
  drag.ghost.style.left = `${event.clientX - width / 2}px`;
  drag.ghost.style.top = `${event.clientY - height / 2}px`;
});
document.addEventListener("pointerup", (event) => {
  if (!drag?.ghost) return (drag = null);
  justDragged = true;
  drop(event.clientX, event.clientY);
});
document.addEventListener("pointercancel", endDrag);
document.addEventListener("dragstart", (event) => drag && event.preventDefault());

// A change of another part of the page, such as a phrase, disturbs nothing.
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => detail.target.id === "table" && endDrag());
document.body.addEventListener("htmx:afterSettle", ({ detail }) => detail.target.id === "table" && table() && decorate());
document.addEventListener("step:after", decorate);
decorate();
