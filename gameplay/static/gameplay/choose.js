// Answering at the online table: the keys 1 to 9, 0 and - press that answer; ? tells of them, and they can be switched off.
//
// Nothing is answered within GUARD of a new question's first paint: the second click of two must not land in what it has
// not seen. After an answer the focus is on the next question; what happened is announced once, whoever did it.

const GUARD = 400;
const KEYS = "1234567890-";
const announcer = document.getElementById("announcer");
const help = document.getElementById("table-help");
const table = () => document.getElementById("table");
const question = () => document.getElementById("question");
const asked = () => document.querySelector("[data-choose] [name=number]")?.value;
let number = asked();
let heard = Number(table().dataset.events);
let posed = question().textContent.trim();
let painted = 0;

function shortcuts(wanted) {
  try {
    if (wanted !== undefined) localStorage.setItem("shortcuts", wanted ? "on" : "off");
    return localStorage.getItem("shortcuts") !== "off";
  } catch {
    return true;
  }
}

// The second frame after a change is the first in which it can have been seen.
function look() {
  if (asked() === number) return;
  number = asked();
  painted = Infinity;
  requestAnimationFrame(() => requestAnimationFrame(() => (painted = performance.now())));
}

function announce(own) {
  const happened = [...document.querySelectorAll("[data-log] li")].slice(heard).map((line) => line.firstChild.data.trim());
  const asks = question().textContent.trim();
  if (happened.length && !own && asks !== posed) happened.push(asks);
  posed = asks;
  heard = Number(table().dataset.events);
  if (happened.length) announcer.textContent = happened.join(" ");
}

document.addEventListener("keydown", (event) => {
  if (!shortcuts() || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
  if (event.key === "?") help.showModal();
  const place = event.key.length === 1 ? KEYS.indexOf(event.key) : -1;
  if (place >= 0) document.querySelectorAll("[data-choose] button[name=option]")[place]?.click();
});

document.addEventListener("change", (event) => event.target.matches("[data-shortcuts]") && shortcuts(event.target.checked));
document.addEventListener("click", (event) => event.target.closest("[data-table-help]") && help.showModal());

document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches("[data-choose]") || performance.now() - painted >= GUARD) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

document.body.addEventListener("htmx:afterSwap", look);
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (!table()) return;
  const own = detail.requestConfig?.elt.matches("[data-choose]") && detail.successful;
  announce(own);
  if (!own) return;
  question().focus({ preventScroll: true });
  // Whoever has scrolled to an answer stays there, unless the next question is out of sight.
  const { top, bottom } = question().getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) question().closest(".table-talk").scrollIntoView();
});

for (const box of document.querySelectorAll("[data-shortcuts]")) box.checked = shortcuts();
