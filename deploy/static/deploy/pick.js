// Pick by keyboard: <form data-pick="2.3" data-taken="Taken"> with radio buttons named card and a button data-take.
//
// data-pick is the pack and pick number. When it changes, a new pack has arrived. Digits select a card (0 is the tenth
// card, - the eleventh), arrow keys move as in any radio group, and Enter takes the selected card. A pick needs a
// selection and is sent only once. No pick is sent within 600 ms of the first paint of a new pack, so that a late click
// does not take a card from the next pack. Shortcuts can be turned off.

const GUARD_MS = 600;
const KEYS = "1234567890-";
const announcer = document.getElementById("announcer");
const help = document.getElementById("pick-help");
let current = "";
let paintedAt = Infinity;
let sent = false;
let initialised = false;

const form = () => document.querySelector("form[data-pick]");
const radios = () => [...(form()?.querySelectorAll('input[type="radio"]') ?? [])];
const hasSelection = () => radios().some((radio) => radio.checked);

function shortcuts(enabled) {
  try {
    if (enabled !== undefined) localStorage.setItem("shortcuts", enabled ? "on" : "off");
    return localStorage.getItem("shortcuts") !== "off";
  } catch {
    return true;
  }
}

function updateButton() {
  const take = form()?.querySelector("[data-take]");
  if (take) take.disabled = sent || !hasSelection();
}

// A change is visible from the second animation frame on.
function awaitPaint() {
  paintedAt = Infinity;
  requestAnimationFrame(() => requestAnimationFrame(() => (paintedAt = performance.now())));
}

function checkForNewPack() {
  const pack = form()?.dataset.pick ?? "";
  if (pack !== current) {
    current = pack;
    sent = false;
    awaitPaint();
    if (initialised && pack && !document.querySelector("dialog[open]")) radios()[0]?.focus({ preventScroll: true });
  }
  initialised = true;
  updateButton();
}

function focusHeading() {
  const heading = form()?.querySelector("[data-heading], legend") ?? document.querySelector("h1");
  if (!heading || document.querySelector("dialog[open]")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-shortcuts]")) shortcuts(event.target.checked);
  updateButton();
});

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form()) return;
    if (!hasSelection() || performance.now() - paintedAt < GUARD_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // A disabled button submits neither by click nor by Enter.
    sent = true;
    updateButton();
    event.target.addEventListener("htmx:beforeOnLoad", showError);
  },
  true,
);

// The stream may have replaced the form in the meantime. htmx then has no target for error messages, so show them here.
function showError(event) {
  const { elt, xhr } = event.detail;
  if (elt.isConnected || xhr.status < 400) return;
  event.preventDefault();
  const message = new DOMParser().parseFromString(xhr.responseText, "text/html").body;
  document.getElementById("refusals").replaceChildren(...message.childNodes);
}

document.addEventListener("keydown", (event) => {
  if (!shortcuts() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest('input:not([type="radio"]), textarea, select')) return;
  if (event.key === "?" && help) help.showModal();
  const index = event.key.length === 1 ? KEYS.indexOf(event.key) : -1;
  const radio = index < 0 ? null : radios()[index];
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
  const submitted = event.detail.requestConfig?.elt;
  if (!submitted?.matches("form[data-pick]")) return;
  if (event.detail.successful) {
    announcer.textContent = submitted.dataset.taken;
    if (!submitted.isConnected && document.activeElement === document.body) focusHeading();
  } else {
    sent = false;
    const part = submitted.closest("[data-live]");
    if (part) window.htmx.trigger(part, "live");
  }
  updateButton();
});
document.body.addEventListener("htmx:afterSwap", checkForNewPack);
document.body.addEventListener("shown", () => {
  checkForNewPack();
  if (document.activeElement === document.body) focusHeading();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) sent = false;
  updateButton();
});

for (const box of document.querySelectorAll("[data-shortcuts]")) box.checked = shortcuts();
checkForNewPack();
