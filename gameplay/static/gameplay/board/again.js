// Watch the last turn again: <a data-again>, or the key r.
//
// The server sends the board before and after the turn, as the reader saw it then, and its events. Instead of the present
// board, the page shows the earlier one, and moves its cards (motion.js). Any key, a click or a change of the game ends
// it, and the present board is back. With prefers-reduced-motion, a dialog lists the events and marks them one by one.

import { shortcuts } from "../choose.js";
import { forget, play, reduced, remember, stop } from "./motion.js";

const BEFORE = 900; // milliseconds for which the earlier board is shown before the first move
const STEP = 900; // milliseconds for one event
const TOTAL = 20000; // milliseconds for all events
const MARK = 1500; // milliseconds for which an event of the list is marked
const announcer = document.getElementById("announcer");
const dialog = document.getElementById("pile");
const { sayAgain } = document.querySelector("[data-board]").dataset;
let present = null; // the nodes of the present board while an earlier one is shown
let timer = 0;

const felt = () => document.getElementById("felt");

async function load(link) {
  const response = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!response?.ok) return null;
  const found = document.createElement("template");
  found.innerHTML = await response.text();
  return found.content.querySelector("[data-again-events]") && found.content;
}

function show(content) {
  const copy = content.cloneNode(true);
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  const earlier = document.createElement("div");
  earlier.className = "earlier";
  earlier.inert = true;
  earlier.append(copy);
  const words = document.createElement("p");
  words.className = "earlier-note";
  words.textContent = sayAgain;
  felt().replaceChildren(earlier, words);
}

function end() {
  clearTimeout(timer);
  if (!present) return;
  const { nodes, focus } = present;
  present = null;
  stop();
  felt()?.replaceChildren(...nodes);
  if (document.activeElement === document.body) focus?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("still"));
}

function animate(turn) {
  const lines = [...turn.querySelectorAll("[data-again-events] > li")];
  const [before, after] = ["before", "after"].map((name) => turn.querySelector(`[data-again-${name}]`).content);
  present = { nodes: [...felt().childNodes], focus: document.activeElement };
  announcer.textContent = sayAgain;
  show(before);
  timer = setTimeout(() => {
    remember();
    show(after);
    document.addEventListener("still", end, { once: true });
    play(lines, STEP, TOTAL);
    forget();
  }, BEFORE);
}

function list(turn) {
  dialog.replaceChildren(turn);
  dialog.showModal();
  dialog.scrollTop = 0; // the button at its end has the focus
  const lines = [...dialog.querySelectorAll("[data-again-events] > li")];
  const mark = (index) => {
    for (const line of lines) line.classList.toggle("now", line === lines[index]);
    lines[index]?.scrollIntoView({ block: "nearest" });
    if (index < lines.length && dialog.open) timer = setTimeout(mark, MARK, index + 1);
  };
  mark(0);
}

async function watch(link) {
  if (!link || present || dialog.open) return;
  const turn = await load(link);
  if (!turn || present || dialog.open || !felt()) return;
  if (reduced.matches) list(turn);
  else animate(turn);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-again]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  watch(link);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "r" || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !shortcuts()) return;
  if (event.target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
  watch(document.querySelector("[data-again]"));
});
for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, end, true);
document.addEventListener("htmx:beforeSwap", ({ detail }) => detail.target.id === "table" && end(), true);
dialog.addEventListener("close", () => clearTimeout(timer));
