// Live parts of a page: <section data-live="pod/7" data-number="17" hx-get="..." hx-trigger="live" hx-swap="outerHTML">
//
// One stream of server-sent events sends the version numbers of everything the page follows. A part with an older number
// fetches itself again. data-live may name several streams, separated by spaces; data-number then has a number for each.
// With data-spread="2000", a part waits for a random time of up to 2000 ms first, so that a hall full of phones does not
// send all its requests simultaneously.
// A page that can render the payload of an event itself listens to "payload" on the part and prevents the default action.
// Then nothing is fetched.
// <select data-keeps-input hx-post="...">: input that was typed while its request was pending survives the swap, too.
// If streams are blocked, the page polls the parts every few seconds instead. The stream is closed while the tab is
// hidden, because a browser allows only six connections in total. It stays open if the user has turned on alerts
// (<html data-attended>).

const POLL_INTERVAL = 5000;
const MAX_RETRY_DELAY = 30000;
const QUIET_FAILURES = 2; // before polling: the stream of a server that has restarted sends the numbers of all parts
const badge = document.getElementById("live");
const latest = new Map(); // stream -> its highest number so far
const requested = new Map(); // address of a part -> the latest numbers when it was last requested
const scheduled = new Set(); // addresses of parts whose request is scheduled
let stream = null;
let followed = "";
let failures = 0;
let offline = "saved" in document.documentElement.dataset; // the page is a saved copy
let retryTimer = 0;
let kept = null;

const inBackground = () => document.hidden && !("attended" in document.documentElement.dataset);
const parts = () => [...document.querySelectorAll("[data-live]")];
const namesOf = (part) => part.dataset.live.split(" ").filter(Boolean);
const names = () => [...new Set(parts().flatMap(namesOf))].sort();
const jitter = (time) => time * (0.5 + Math.random());

function updateBadge() {
  const open = stream?.readyState === EventSource.OPEN;
  const state = offline || !navigator.onLine ? "offline" : open ? "live" : "reconnecting";
  if (badge.dataset.state === state) return;
  badge.dataset.state = state;
  badge.textContent = badge.getAttribute(`data-say-${state}`);
  badge.hidden = false;
}

const address = (part) => part.getAttribute("hx-get");
const latestNumbers = (part) => namesOf(part).map((name) => latest.get(name) ?? -1);

function isStale(part) {
  const current = (part.dataset.number ?? "").split(" ");
  const older = latestNumbers(part).some((number, i) => number > Number(current[i] || -1));
  return older && requested.get(address(part)) !== latestNumbers(part).join();
}

function refetch(predicate) {
  for (const part of parts().filter(predicate)) {
    const url = address(part);
    if (scheduled.has(url)) continue;
    scheduled.add(url);
    setTimeout(() => {
      scheduled.delete(url);
      if (part.isConnected) part.dispatchEvent(new Event("live")); // does not bubble, so an enclosing part is not fetched
      else refetch(isStale); // another response has replaced the part in the meantime
    }, Math.random() * Number(part.dataset.spread || 0));
  }
}

function receiveNumber(name, number) {
  latest.set(name, Math.max(number, latest.get(name) ?? -1));
  refetch(isStale);
}

// Let the page render the payload of an event. Does nothing if the event does not directly follow the part's number.
function offerPayload(message) {
  const [part, ...others] = parts().filter((each) => namesOf(each).includes(message.stream));
  if (!message.all || !part || others.length) return;
  const numbers = (part.dataset.number ?? "").split(" ");
  const place = namesOf(part).indexOf(message.stream);
  if (Number(numbers[place]) < message.after || Number(numbers[place]) >= message.number) return;
  const unhandled = part.dispatchEvent(new CustomEvent("payload", { bubbles: true, cancelable: true, detail: message }));
  if (!unhandled) part.dataset.number = numbers.with(place, message.number).join(" ");
}

function close() {
  clearTimeout(retryTimer);
  stream?.close();
  stream = null;
}

function open() {
  close();
  followed = names().join("&");
  if (!followed || inBackground()) return;
  stream = new EventSource(`/stream?${new URLSearchParams(names().map((name) => ["on", name]))}`);
  stream.onopen = () => {
    failures = 0;
    offline = false;
    updateBadge();
  };
  stream.onmessage = (event) => {
    const message = JSON.parse(event.data);
    offerPayload(message);
    receiveNumber(message.stream, message.number);
  };
  stream.addEventListener("versions", (event) => {
    for (const [name, number] of Object.entries(JSON.parse(event.data))) receiveNumber(name, number);
  });
  // A response that is not an event stream closes an EventSource permanently, so a new one is created each time.
  stream.onerror = () => {
    close();
    failures += 1;
    updateBadge();
    retryTimer = setTimeout(retry, failures === 1 ? jitter(1000) : jitter(POLL_INTERVAL));
  };
}

// Poll while there is no stream, and reconnect with exponential backoff.
let nextTry = 0;
function retry() {
  if (inBackground()) return;
  if (failures > QUIET_FAILURES) refetch(() => true);
  if (Date.now() >= nextTry) {
    nextTry = Date.now() + jitter(Math.min(MAX_RETRY_DELAY, 1000 * 2 ** failures));
    open();
  } else {
    retryTimer = setTimeout(retry, jitter(POLL_INTERVAL));
  }
}

function resume() {
  if (!names().length) return;
  failures = 0;
  nextTry = 0;
  refetch(() => true);
  open();
}

// --- Selections, open details, unsaved input and the focus survive a swap. ---

function findInput({ id, name, value }) {
  if (id && document.getElementById(id)) return document.getElementById(id);
  if (!name) return null;
  const selector = `[name="${CSS.escape(name)}"]`;
  return document.querySelector(value === undefined ? selector : `${selector}[value="${CSS.escape(value)}"]`);
}

// A link, button or summary without an id and a name is known by what it says.
const labelOf = (element) => element.getAttribute("aria-label") ?? element.textContent.trim();
function findLabelled({ tag, label }, target) {
  return [...target.querySelectorAll(tag)].find((element) => !element.disabled && labelOf(element) === label);
}

// <div data-near id>: if the focused control in it is gone, the focus goes to another one there, never to one elsewhere
// with the same label.
const nearOf = (element) => element.closest("[data-near]")?.id ?? "";
const findNear = (id) => document.querySelector(`#${CSS.escape(id)} :is(button, summary)`);

function saveState(target) {
  const focused = target.contains(document.activeElement) ? document.activeElement : null;
  const inputs = [...target.querySelectorAll("input, textarea, select")];
  const hasOptions = (input) => ["radio", "checkbox", "submit"].includes(input.type);
  const changed = (input) => input.checked !== input.defaultChecked;
  const choices = inputs.filter((input) => hasOptions(input) && changed(input) && (input.checked || input.type !== "radio"));
  const texts = inputs.filter((input) => "defaultValue" in input && !hasOptions(input) && input.type !== "file");
  const edited = texts.filter((input) => input.value !== input.defaultValue);
  const key = (input) => ({ id: input.id, name: input.name, value: hasOptions(input) ? input.value : undefined });
  return {
    focus: focused && { ...key(focused), tag: focused.localName, label: labelOf(focused), near: nearOf(focused) },
    selected: focused && [focused.selectionStart, focused.selectionEnd],
    choices: choices.map((input) => [key(input), input.checked]),
    edited: edited.map((input) => [key(input), input.value]),
    open: [...target.querySelectorAll("details[id][open]")].map((details) => details.id),
  };
}

function restoreState({ focus, selected, choices, edited, open: openDetails }, target) {
  for (const id of openDetails) document.getElementById(id)?.setAttribute("open", "");
  for (const [choice, checked] of choices) {
    const input = findInput({ ...choice, id: "" });
    if (input) input.checked = checked;
  }
  for (const [inputKey, value] of edited) {
    const input = findInput(inputKey);
    if (input) input.value = value;
  }
  if (!focus) return;
  const input = findInput(focus);
  if (document.activeElement === document.body) {
    const sameElement = input || (focus.near ? findNear(focus.near) : findLabelled(focus, target));
    const element = sameElement || target.querySelector("legend, h1, h2, h3") || document.getElementById("main");
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }
  // Setting the value has moved the cursor to the end. Fields without a cursor have null, buttons undefined.
  if (input === document.activeElement && selected[1] != null) input.setSelectionRange(...selected);
}

// A user's request takes precedence over a part's own refresh: two responses must never be swapped into the same part.
const userRequests = new Map(); // element -> the address of the part that contains it
const isSuperseded = (part) => [...userRequests.values()].includes(address(part));

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const elt = detail.requestConfig?.elt;
  const live = elt?.matches?.("[data-live]");
  const keepsInput = live || elt?.matches?.("[data-keeps-input]");
  if (live && isSuperseded(elt)) {
    requested.delete(address(elt));
    detail.shouldSwap = false;
  }
  kept = (keepsInput || detail.boosted) && detail.shouldSwap ? saveState(detail.target) : null;
  // After a form was sent, its fields start empty, but the focus stays in the same place.
  if (kept && !keepsInput) kept = { ...kept, choices: [], edited: [] };
  // The swap replaces inner parts. The response to a pending request of an old inner part must not update other elements
  // out of band; the new inner part sends its own request.
  if (!detail.shouldSwap) return;
  for (const inner of detail.target.querySelectorAll("[data-live]")) {
    requested.delete(address(inner));
    inner.removeAttribute("hx-select-oob");
  }
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  // The first event may be that of an element that was swapped out of band.
  if (kept) restoreState(kept, document.getElementById(event.detail.target.id) ?? event.detail.elt);
  kept = null;
  // Error messages are at the top of the page: scroll to them from any position.
  if (event.detail.target.id === "refusals") event.detail.target.scrollIntoView({ block: "nearest" });
});
// htmx handles events of the new part only from here on, so catch up on numbers that arrived during the request.
document.body.addEventListener("htmx:afterSettle", () => {
  if (names().join("&") !== followed) open();
  refetch(isStale);
});
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = event.detail;
  const part = elt.closest("[data-live]");
  if (elt !== part) {
    // A new request clears earlier error messages.
    document.getElementById("refusals").replaceChildren();
    if (part) userRequests.set(elt, address(part));
  } else if (isSuperseded(part)) {
    event.preventDefault();
  } else {
    requested.set(address(part), latestNumbers(part).join());
  }
});
document.body.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig, xhr } }) => {
  const { elt } = requestConfig;
  userRequests.delete(elt);
  // A response without content leaves the part unchanged, so fetch updates that arrived in the meantime.
  if (xhr.status === 204) refetch(isStale);
  if (!successful && elt.matches("[data-live]")) requested.delete(address(elt));
});
// 409 Conflict: the request came from an outdated page, so refresh all parts.
document.body.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  if (xhr.status === 409) refetch(() => true);
});
document.body.addEventListener("htmx:sendError", () => {
  offline = true;
  if (names().length) updateBadge();
});
document.body.addEventListener("htmx:afterOnLoad", () => {
  offline = false;
  if (names().length) updateBadge();
});
document.addEventListener("visibilitychange", () => (inBackground() ? close() : resume()));
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", (event) => event.persisted && resume());
window.addEventListener("online", resume);
window.addEventListener("offline", () => names().length && updateBadge());

open();
