// Move through the steps of a game without loading the page again.
//
//   <div data-replay data-entries="0 4 9" data-turns="0:0 2:1" data-seat="&seat=0">   the entry of each step, the first
//                                                    step of each turn, and the end of the query string of every step
//   <nav data-steps> <a data-step href="?e=4">, <input type="range" data-scrub>, <button data-play>
//   <section id="table">                             the part that the server renders for each step
//
// The address is always that of the step that is shown, so a reload or a copied link leads to it. At most one step is
// requested at a time, and at most the next one in advance. Other scripts listen to "step:before" and "step:after" on
// document; their detail has isForward and speed.

const READING = 1000; // milliseconds for a step without events, at normal speed
const PER_EVENT = 400;
const LONGEST = 4800;
const SPEEDS = [0.5, 1, 2, 4];
const root = document.querySelector("[data-replay]");
const scrub = root.querySelector("[data-scrub]");
const playButton = root.querySelector("[data-play]");
const place = root.querySelector("[data-place]");
const announcer = document.getElementById("announcer");
const entries = root.dataset.entries.split(" ").map(Number);
const turns = root.dataset.turns.split(" ").map((pair) => pair.split(":").map(Number)); // [first step, turn]
const last = entries.length - 1;
let shown = scrub.valueAsNumber - 1;
let wanted = shown;
let isBusy = false;
let ahead = null; // { index, text }: the part of the next step, or the request for it
let timer = 0; // while playing
let isPlaying = false;
let speed = storedSpeed();

function storedSpeed(value) {
  try {
    if (value) localStorage.setItem("replay-speed", value);
    const stored = Number(localStorage.getItem("replay-speed"));
    return SPEEDS.includes(stored) ? stored : 1;
  } catch {
    return value ?? 1;
  }
}

const address = (index) => `?e=${entries[index]}${root.dataset.seat}`;
const turnAt = (index) => turns.findLast(([first]) => first <= index);
const indexOf = (href) => {
  const entry = Number(new URL(href, location.href).searchParams.get("e"));
  const index = entries.findIndex((each) => each >= entry);
  return index < 0 ? last : index;
};

// --- Showing a step ---

async function request(index) {
  const response = await fetch(address(index), { headers: { "HX-Request": "true" } });
  return response.ok ? response.text() : null;
}

function part(index) {
  const text = ahead?.index === index ? ahead.text : request(index);
  ahead = null;
  return text.catch(() => null);
}

function prefetch(index) {
  if (index > last || ahead?.index === index) return;
  ahead = { index, text: request(index) };
  ahead.text.catch(() => {});
}

async function show(index) {
  wanted = Math.max(0, Math.min(last, index));
  markPlace(wanted);
  if (isBusy) return;
  isBusy = true;
  while (shown !== wanted) {
    const target = wanted;
    const text = await part(target);
    if (text === null) {
      pause();
      location.assign(address(target));
      return;
    }
    swap(text, target);
  }
  isBusy = false;
}

function swap(text, index) {
  const detail = { isForward: index === shown + 1, speed };
  document.dispatchEvent(new CustomEvent("step:before", { detail }));
  document.getElementById("table").outerHTML = text;
  shown = index;
  history.replaceState(null, "", address(index));
  renewLog();
  markLinks(index);
  document.dispatchEvent(new CustomEvent("step:after", { detail }));
  announce();
  if (detail.isForward) prefetch(index + 1);
  if (isPlaying) playOn();
}

function renewLog() {
  const [log, news] = [document.querySelector("[data-log]"), document.querySelector("#table [data-news]")];
  if (!log || !news) return;
  log.replaceChildren(...news.children);
  log.scrollTop = log.scrollHeight;
}

function announce() {
  const fresh = [...document.querySelectorAll("[data-log] > .fresh, #table .log > li")];
  const moment = [...document.querySelectorAll("[data-moment] > p")];
  announcer.textContent = [...fresh, ...moment].map((each) => each.textContent.trim()).join(" ");
}

// --- The controls ---

function describe(index) {
  const values = { turn: turnAt(index)[1], step: index + 1, steps: last + 1 };
  return root.dataset.value.replace(/{(\w+)}/g, (_, name) => values[name]);
}

function markPlace(index) {
  scrub.value = index + 1;
  scrub.setAttribute("aria-valuetext", describe(index));
  const [first] = turnAt(index);
  const targets = {
    Home: index ? 0 : null,
    PreviousTurn: turns.findLast(([start]) => start < index)?.[0],
    Previous: index ? index - 1 : null,
    Next: index < last ? index + 1 : null,
    NextTurn: turns.find(([start]) => start > index)?.[0],
    End: index < last ? last : null,
  };
  for (const [name, target] of Object.entries(targets)) lead(root.querySelector(`[data-step=${name}]`), target);
  for (const link of root.querySelectorAll(".turns a")) {
    link.toggleAttribute("aria-current", indexOf(link.href) === first);
    if (link.hasAttribute("aria-current")) link.setAttribute("aria-current", "true");
  }
}

function lead(link, target) {
  if (target === null || target === undefined) {
    link.removeAttribute("href");
    link.setAttribute("role", "link");
    link.setAttribute("aria-disabled", "true");
  } else {
    link.href = address(target);
    link.removeAttribute("role");
    link.removeAttribute("aria-disabled");
  }
}

// Links and forms that concern the step, such as downloads and the switch of the language.
function markLinks(index) {
  place.textContent = place.dataset.words.replace("{step}", index + 1);
  for (const each of document.querySelectorAll("[data-here]")) {
    const name = each.matches("form") ? "action" : "href";
    const url = new URL(each.getAttribute(name), location.href);
    url.searchParams.delete("at");
    url.searchParams.delete("step");
    url.searchParams.set(each.dataset.here || "e", entries[index]);
    each.setAttribute(name, url.pathname + url.search);
    if (each.dataset.entries) each.hidden = !each.dataset.entries.split(" ").includes(String(entries[index]));
  }
  for (const field of document.querySelectorAll("[name=next]")) field.value = location.pathname + location.search;
  for (const field of document.querySelectorAll("[data-entry-field]")) field.value = entries[index];
  root.querySelector("[data-address]").hidden = true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("nav[data-steps] a[href], [data-steps-log] a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.closest("dialog")?.close();
  pause();
  show(indexOf(link.href));
});
scrub.addEventListener("input", () => {
  pause();
  show(scrub.valueAsNumber - 1);
});

// --- Playing ---

function playOn() {
  clearTimeout(timer);
  if (shown === last) return pause();
  const count = document.querySelectorAll("[data-log] > .fresh, #table .log > li").length;
  timer = setTimeout(() => show(shown + 1), (READING + Math.min(LONGEST, PER_EVENT * count)) / speed);
}

function play() {
  isPlaying = true;
  markPlaying();
  if (shown === last) show(0);
  else show(shown + 1);
}

function pause() {
  clearTimeout(timer);
  if (!isPlaying) return;
  isPlaying = false;
  markPlaying();
}

function markPlaying() {
  playButton.classList.toggle("playing", isPlaying);
  playButton.setAttribute("aria-label", isPlaying ? playButton.dataset.pause : playButton.dataset.play);
}

function chooseSpeed(value) {
  speed = value;
  storedSpeed(value);
  markSpeed();
  if (isPlaying && !isBusy) playOn();
}

function markSpeed() {
  for (const button of root.querySelectorAll("[data-speeds] button")) {
    button.setAttribute("aria-pressed", String(Number(button.value) === speed));
  }
}

playButton.addEventListener("click", () => (isPlaying ? pause() : play()));
root.querySelector("[data-speeds]").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) chooseSpeed(Number(button.value));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const taken = "button, a, summary, select, textarea, dialog, input:not([data-scrub])";
  if (event.target.closest(taken)) return;
  event.preventDefault();
  playButton.click();
});

// --- The link to this moment ---

root.querySelector("[data-copy]")?.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    announcer.textContent = root.dataset.copied;
    root.querySelector("[data-copy]").dataset.done = root.dataset.copied;
  } catch {
    const holder = root.querySelector("[data-address]");
    holder.hidden = false;
    holder.querySelector("input").value = location.href;
    holder.querySelector("input").select();
  }
});

for (const each of [playButton, root.querySelector("[data-speeds]"), root.querySelector("[data-copy]")]) {
  if (each) each.hidden = false;
}
markPlace(shown);
markLinks(shown);
markSpeed();
