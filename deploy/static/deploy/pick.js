// Picking by keyboard: <form data-pick="2.3" data-taken="Taken"> with radio buttons named card and a button data-take.
//
// data-pick is the pack and pick number: when it changes, a new pack has come. Digits select (0 is the tenth card,
// - the eleventh), arrows move as in any radio group, Enter takes. Nothing commits without a selection, twice, or
// within 600 ms of a new pack's first paint: a late click must not land in the next pack. Shortcuts can be switched off.

const GUARD = 600;
const KEYS = "1234567890-";
const announcer = document.getElementById("announcer");
const help = document.getElementById("pick-help");
let current = "";
let painted = Infinity;
let sent = false;
let started = false;

const form = () => document.querySelector("form[data-pick]");
const radios = () => [...(form()?.querySelectorAll('input[type="radio"]') ?? [])];
const chosen = () => radios().some((radio) => radio.checked);

function shortcuts(wanted) {
  try {
    if (wanted !== undefined) localStorage.setItem("shortcuts", wanted ? "on" : "off");
    return localStorage.getItem("shortcuts") !== "off";
  } catch {
    return true;
  }
}

function refresh() {
  const take = form()?.querySelector("[data-take]");
  if (take) take.disabled = sent || !chosen();
}

// The second frame after a change is the first in which it can have been seen.
function awaitPaint() {
  painted = Infinity;
  requestAnimationFrame(() => requestAnimationFrame(() => (painted = performance.now())));
}

function look() {
  const pack = form()?.dataset.pick ?? "";
  if (pack !== current) {
    current = pack;
    sent = false;
    awaitPaint();
    if (started && pack && !document.querySelector("dialog[open]")) radios()[0]?.focus({ preventScroll: true });
  }
  started = true;
  refresh();
}

function toHeading() {
  const heading = form()?.querySelector("legend") ?? document.querySelector("h1");
  if (!heading || document.querySelector("dialog[open]")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-shortcuts]")) shortcuts(event.target.checked);
  refresh();
});

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form()) return;
    if (!chosen() || performance.now() - painted < GUARD) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // A button that cannot be pressed submits neither by click nor by Enter.
    sent = true;
    refresh();
    event.target.addEventListener("htmx:beforeOnLoad", refused);
  },
  true,
);

// The page may have been told meanwhile what is next, and have let go of the form: htmx then finds no place for refusals.
function refused(event) {
  const { elt, xhr } = event.detail;
  if (elt.isConnected || xhr.status < 400) return;
  event.preventDefault();
  const told = new DOMParser().parseFromString(xhr.responseText, "text/html").body;
  document.getElementById("refusals").replaceChildren(...told.childNodes);
}

document.addEventListener("keydown", (event) => {
  if (!shortcuts() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest('input:not([type="radio"]), textarea, select')) return;
  if (event.key === "?" && help) help.showModal();
  const place = event.key.length === 1 ? KEYS.indexOf(event.key) : -1;
  const radio = place < 0 ? null : radios()[place];
  if (!radio || sent) return;
  event.preventDefault();
  radio.focus();
  radio.checked = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-pick-help]")) help?.showModal();
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  const asked = event.detail.requestConfig?.elt;
  if (!asked?.matches("form[data-pick]")) return;
  if (event.detail.successful) {
    announcer.textContent = asked.dataset.taken;
    if (!asked.isConnected && document.activeElement === document.body) toHeading();
  } else {
    sent = false;
    const part = asked.closest("[data-live]");
    if (part) window.htmx.trigger(part, "live");
  }
  refresh();
});
document.body.addEventListener("htmx:afterSwap", look);
document.body.addEventListener("shown", () => {
  look();
  if (document.activeElement === document.body) toHeading();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) sent = false;
  refresh();
});

for (const box of document.querySelectorAll("[data-shortcuts]")) box.checked = shortcuts();
look();
