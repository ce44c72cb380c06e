// The tour of the desk: a dialog that points at one part of the page after the other (parts/desk_tour.html).
//
// Opens from a button with data-tour-begin, or with #tour in the address. A cookie remembers that the offer on the first
// event is settled, so that the server does not make it again. Escape closes, arrow keys step.

const MARGIN = 12; // pixels between the part, the ring around it and the dialog
const dialog = document.getElementById("tour-dialog");
const card = dialog.querySelector("[data-card]");
const ring = dialog.querySelector("[data-ring]");
const counter = dialog.querySelector("[data-count]");
const next = dialog.querySelector("[data-step='1']");
const back = dialog.querySelector("[data-step='-1']");
const nextLabel = next.textContent;
let steps = [];
let current = 0;
let opener = null;

const partOf = (step) => document.querySelector(`#main ${step.dataset.at}`);

function settleOffer() {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `desk-tour=1; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  document.getElementById("tour-offer")?.remove();
}

// A closed group is pointed at by its summary; a form field by its whole field.
function boxOf(part) {
  const box = (part.closest(".field") ?? part).getBoundingClientRect();
  return { top: box.top - MARGIN / 2, left: box.left - MARGIN / 2, width: box.width + MARGIN, height: box.height + MARGIN };
}

function place() {
  const part = dialog.open && partOf(steps[current]);
  if (!part) return;
  const box = boxOf(part);
  const height = Math.min(box.height, innerHeight / 2);
  for (const [name, value] of Object.entries({ ...box, height })) ring.style.setProperty(name, `${value}px`);
  const size = card.getBoundingClientRect();
  const below = box.top + height + MARGIN;
  const fits = below + size.height < innerHeight;
  const top = fits ? below : Math.max(MARGIN, box.top - size.height - MARGIN);
  const left = Math.min(Math.max(MARGIN, box.left), innerWidth - size.width - MARGIN);
  card.style.setProperty("top", `${Math.min(top, innerHeight - size.height - MARGIN)}px`);
  card.style.setProperty("left", `${Math.max(0, left)}px`);
}

function show(number) {
  current = Math.max(0, Math.min(number, steps.length - 1));
  for (const step of dialog.querySelectorAll("[data-at]")) step.hidden = step !== steps[current];
  counter.textContent = counter.dataset.count.replace("{step}", current + 1).replace("{steps}", steps.length);
  back.disabled = current === 0;
  if (document.activeElement === document.body || document.activeElement === back) (back.disabled ? next : back).focus();
  next.textContent = current === steps.length - 1 ? next.dataset.done : nextLabel;
  partOf(steps[current]).scrollIntoView({ block: "center", behavior: "instant" });
  place();
}

function begin(from) {
  steps = [...dialog.querySelectorAll("[data-at]")].filter((step) => partOf(step)?.getClientRects().length);
  if (!steps.length || dialog.open) return;
  opener = from;
  settleOffer();
  dialog.showModal();
  show(0);
  dialog.querySelector("h2").focus();
}

function step(by) {
  if (current + by >= steps.length) dialog.close();
  else show(current + by);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tour-begin], [data-tour-decline]");
  if (button?.matches("[data-tour-begin]")) begin(button);
  else if (button) settleOffer();
});
dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.step) step(Number(button.dataset.step));
  else if (button?.matches("[data-close]")) dialog.close();
});
dialog.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") step(1);
  if (event.key === "ArrowLeft") show(current - 1);
});
dialog.addEventListener("close", () => {
  const target = opener?.isConnected ? opener : document.querySelector("button[data-tour-begin]");
  target?.focus();
});
for (const moved of ["resize", "scroll"]) addEventListener(moved, place, { passive: true });
document.body.addEventListener("htmx:afterSwap", place);
if (location.hash === "#tour") begin(null);
