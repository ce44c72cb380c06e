// Live parts of a page: <section data-live="pod/7" data-number="17" hx-get="..." hx-trigger="live" hx-swap="outerHTML">
//
// One stream of server-sent events tells the numbers of what the page follows; a part whose number is older fetches
// itself again. data-live may name several streams, separated by spaces, and data-number then has a number for each;
// data-spread="2000" waits up to so many milliseconds first, so that a hall full of phones does not ask at once.
// A page that knows how to show what is told along with a number listens to "told" on the part and prevents its default:
// then nothing is fetched.
// When streams are blocked the parts are fetched every few seconds instead. The stream is closed while the tab is
// hidden, for a browser has six in all; not where somebody wants to hear of news (<html data-attended>).

const POLL = 5000;
const LONGEST_WAIT = 30000;
const badge = document.getElementById("live");
const told = new Map(); // stream -> the highest number it has told
const asked = new Map(); // part -> the numbers told when it was last asked for
const waiting = new Set(); // parts that will be asked for in a moment
let stream = null;
let followed = "";
let failures = 0;
let offline = "saved" in document.documentElement.dataset; // what is shown is the copy that was kept
let again = 0;
let held = null;

const unwatched = () => document.hidden && !("attended" in document.documentElement.dataset);
const parts = () => [...document.querySelectorAll("[data-live]")];
const namesOf = (part) => part.dataset.live.split(" ").filter(Boolean);
const names = () => [...new Set(parts().flatMap(namesOf))].sort();
const jitter = (time) => time * (0.5 + Math.random());

function say() {
  const open = stream?.readyState === EventSource.OPEN;
  const state = offline || !navigator.onLine ? "offline" : open ? "live" : "reconnecting";
  if (badge.dataset.state === state) return;
  badge.dataset.state = state;
  badge.textContent = badge.getAttribute(`data-say-${state}`);
  badge.hidden = false;
}

const address = (part) => part.getAttribute("hx-get");
const tellings = (part) => namesOf(part).map((name) => told.get(name) ?? -1);

function stale(part) {
  const shown = (part.dataset.number ?? "").split(" ");
  const older = tellings(part).some((number, i) => number > Number(shown[i] || -1));
  return older && asked.get(address(part)) !== tellings(part).join();
}

function refetch(wanted) {
  for (const part of parts().filter(wanted)) {
    const place = address(part);
    if (waiting.has(place)) continue;
    waiting.add(place);
    setTimeout(() => {
      waiting.delete(place);
      if (part.isConnected) part.dispatchEvent(new Event("live")); // does not bubble: a part around it is not asked for
      else refetch(stale); // another answer has taken its place meanwhile
    }, Math.random() * Number(part.dataset.spread || 0));
  }
}

function hear(name, number) {
  told.set(name, Math.max(number, told.get(name) ?? -1));
  refetch(stale);
}

// Whether the page itself has shown what came along with a number.
function shown(news) {
  const [part, ...others] = parts().filter((each) => namesOf(each).includes(news.stream));
  if (!news.all || !part || others.length || namesOf(part).length > 1) return false;
  const number = Number(part.dataset.number);
  if (number < news.after || number >= news.number) return false;
  const left = part.dispatchEvent(new CustomEvent("told", { bubbles: true, cancelable: true, detail: news }));
  if (!left) part.dataset.number = news.number;
  return !left;
}

function close() {
  clearTimeout(again);
  stream?.close();
  stream = null;
}

function open() {
  close();
  followed = names().join("&");
  if (!followed || unwatched()) return;
  stream = new EventSource(`/stream?${new URLSearchParams(names().map((name) => ["on", name]))}`);
  stream.onopen = () => {
    failures = 0;
    offline = false;
    say();
  };
  stream.onmessage = (event) => {
    const news = JSON.parse(event.data);
    shown(news);
    hear(news.stream, news.number);
  };
  stream.addEventListener("versions", (event) => {
    for (const [name, number] of Object.entries(JSON.parse(event.data))) hear(name, number);
  });
  // One answer that is not a stream ends an EventSource for good, so a new one is made each time.
  stream.onerror = () => {
    close();
    failures += 1;
    say();
    again = setTimeout(retry, failures === 1 ? jitter(1000) : jitter(POLL));
  };
}

// Polls while there is no stream; tries the stream less and less often.
let nextTry = 0;
function retry() {
  if (unwatched()) return;
  if (failures > 1) refetch(() => true);
  if (Date.now() >= nextTry) {
    nextTry = Date.now() + jitter(Math.min(LONGEST_WAIT, 1000 * 2 ** failures));
    open();
  } else {
    again = setTimeout(retry, jitter(POLL));
  }
}

function resume() {
  if (!names().length) return;
  failures = 0;
  nextTry = 0;
  refetch(() => true);
  open();
}

// --- What a reader has chosen, unfolded or begun to write outlives a swap, and so does the focus. ---

function find({ id, name, value }) {
  if (id && document.getElementById(id)) return document.getElementById(id);
  if (!name) return null;
  const same = `[name="${CSS.escape(name)}"]`;
  return document.querySelector(value === undefined ? same : `${same}[value="${CSS.escape(value)}"]`);
}

function keep(target) {
  const focused = target.contains(document.activeElement) ? document.activeElement : null;
  const inputs = [...target.querySelectorAll("input, textarea, select")];
  const picked = (input) => ["radio", "checkbox", "submit"].includes(input.type);
  const choices = inputs.filter((input) => input.type === "radio" && input.checked && !input.defaultChecked);
  const texts = inputs.filter((input) => "defaultValue" in input && !picked(input));
  const written = texts.filter((input) => input.value !== input.defaultValue);
  const key = (input) => ({ id: input.id, name: input.name, value: picked(input) ? input.value : undefined });
  return {
    focus: focused && key(focused),
    lost: focused !== null,
    choices: choices.map(key),
    written: written.map((input) => [key(input), input.value]),
    unfolded: [...target.querySelectorAll("details[id][open]")].map((details) => details.id),
  };
}

function restore({ focus, lost, choices, written, unfolded }, target) {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  for (const choice of choices) {
    const input = find({ ...choice, id: "" });
    if (input) input.checked = true;
  }
  for (const [place, value] of written) {
    const input = find(place);
    if (input) input.value = value;
  }
  if (!lost || document.activeElement !== document.body) return;
  const place = find(focus) || target.querySelector("legend, h1, h2, h3") || document.getElementById("main");
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

// What somebody does outranks what a part fetches by itself: two answers must never meet in one part.
const acting = new Map(); // element -> the address of the part in which it has asked for something
const overtaken = (part) => [...acting.values()].includes(address(part));

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const elt = detail.requestConfig?.elt;
  const live = elt?.matches?.("[data-live]");
  if (live && overtaken(elt)) {
    asked.delete(address(elt));
    detail.shouldSwap = false;
  }
  held = (live || detail.boosted) && detail.shouldSwap ? keep(detail.target) : null;
  // Who has sent what they wrote begins anew, in the same place.
  if (held && !live) held = { ...held, choices: [], written: [] };
  // What a part inside has asked for finds it gone, with nothing beside it to renew: whoever takes its place asks again.
  if (!detail.shouldSwap) return;
  for (const inner of detail.target.querySelectorAll("[data-live]")) {
    asked.delete(address(inner));
    inner.removeAttribute("hx-select-oob");
  }
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (held) restore(held, event.detail.elt);
  held = null;
  // What was refused is told at the head of the page, wherever the reader is.
  if (event.detail.target.id === "refusals") event.detail.target.scrollIntoView({ block: "nearest" });
});
// Only now does htmx listen to the new part: what was told while it came is made up for.
document.body.addEventListener("htmx:afterSettle", () => {
  if (names().join("&") !== followed) open();
  refetch(stale);
});
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = event.detail;
  const part = elt.closest("[data-live]");
  if (elt !== part) {
    // What was refused before is old news once something else is tried.
    document.getElementById("refusals").replaceChildren();
    if (part) acting.set(elt, address(part));
  } else if (overtaken(part)) {
    event.preventDefault();
  } else {
    asked.set(address(part), tellings(part).join());
  }
});
document.body.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig, xhr } }) => {
  const { elt } = requestConfig;
  acting.delete(elt);
  // An answer without content leaves the part as it is: what was told meanwhile is asked for now.
  if (xhr.status === 204) refetch(stale);
  if (!successful && elt.matches("[data-live]")) asked.delete(address(elt));
});
// What would be right at another moment was tried on a page that is behind: it catches up.
document.body.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  if (xhr.status === 409) refetch(() => true);
});
document.body.addEventListener("htmx:sendError", () => {
  offline = true;
  if (names().length) say();
});
document.body.addEventListener("htmx:afterOnLoad", () => {
  offline = false;
  if (names().length) say();
});
document.addEventListener("visibilitychange", () => (unwatched() ? close() : resume()));
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", (event) => event.persisted && resume());
window.addEventListener("online", resume);
window.addEventListener("offline", () => names().length && say());

open();
