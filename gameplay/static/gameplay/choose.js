// Answer at the online table: the keys 1 to 9, 0 and - press the answer with that number. ? shows help, and the shortcuts
// can be turned off.
//
// No answer is accepted within GUARD_MS of the first paint of a new question, so that a double click does not answer the
// next question. After an answer, the focus moves to the next question. Events of all players are announced once.

const GUARD_MS = 400;
const KEYS = "1234567890-";
const announcer = document.getElementById("announcer");
const help = document.getElementById("table-help");
const table = () => document.getElementById("table");
const question = () => document.getElementById("question");
const currentNumber = () => document.querySelector("[data-choose] [name=number]")?.value;
let number = currentNumber();
let announcedEvents = Number(table().dataset.events);
let announcedQuestion = question().textContent.trim();
let paintedAt = 0;

export function shortcuts(enabled) {
  try {
    if (enabled !== undefined) localStorage.setItem("shortcuts", enabled ? "on" : "off");
    return localStorage.getItem("shortcuts") !== "off";
  } catch {
    return true;
  }
}

// A change is visible from the second animation frame on.
function checkForNewQuestion() {
  if (currentNumber() === number) return;
  number = currentNumber();
  paintedAt = Infinity;
  requestAnimationFrame(() => requestAnimationFrame(() => (paintedAt = performance.now())));
}

function announce(own) {
  const entries = [...document.querySelectorAll("[data-log] li")];
  const isNew = (entry, position) => Number(entry.dataset.e ?? position) >= announcedEvents;
  const sentences = entries.filter(isNew).map((entry) => entry.firstChild.textContent.trim());
  const text = question().textContent.trim();
  if (sentences.length && !own && text !== announcedQuestion) sentences.push(text);
  announcedQuestion = text;
  announcedEvents = Number(table().dataset.events);
  if (sentences.length) announcer.textContent = sentences.join(" ");
}

document.addEventListener("keydown", (event) => {
  if (!shortcuts() || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
  if (event.key === "?") help.showModal();
  const index = event.key.length === 1 ? KEYS.indexOf(event.key) : -1;
  if (index >= 0) document.querySelectorAll("[data-choose] button[name=option]")[index]?.click();
});

document.addEventListener("change", (event) => event.target.matches("[data-shortcuts]") && shortcuts(event.target.checked));
document.addEventListener("click", (event) => event.target.closest("[data-table-help]") && help.showModal());

document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches("[data-choose]") || performance.now() - paintedAt >= GUARD_MS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

document.body.addEventListener("htmx:afterSwap", checkForNewQuestion);
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (!table()) return;
  const own = detail.requestConfig?.elt.matches("[data-choose]") && detail.successful;
  announce(own);
  if (!own) return;
  question().focus({ preventScroll: true });
  // Keep the scroll position unless the next question is out of view.
  const { top, bottom } = question().getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) question().closest(".table-talk")?.scrollIntoView();
});

for (const box of document.querySelectorAll("[data-shortcuts]")) box.checked = shortcuts();
