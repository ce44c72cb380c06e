// Drag a card with the mouse from one zone of the deck page to the other. It has the same effect as a click on the card,
// so nothing depends on it. Escape cancels.

const THRESHOLD = 8; // pixels before a press becomes a drag
let drag = null; // { row, zone, x, y, ghost }
let justDropped = false;

const otherZone = (element) => {
  const zone = element?.closest?.("[data-zone]");
  return zone && drag && zone !== drag.zone ? zone : null;
};

function begin(event) {
  const tile = drag.row.querySelector(".tile");
  const ghost = tile.cloneNode(true);
  ghost.classList.add("ghost");
  ghost.style.width = `${tile.offsetWidth}px`;
  document.body.append(ghost);
  drag.ghost = ghost;
  drag.row.classList.add("dragged");
  document.documentElement.classList.add("dragging");
  follow(event);
}

function follow(event) {
  drag.ghost.style.transform = `translate(${event.clientX - 20}px, ${event.clientY - 20}px)`;
  const over = otherZone(document.elementFromPoint(event.clientX, event.clientY));
  for (const zone of document.querySelectorAll("[data-zone]")) zone.classList.toggle("target", zone === over);
}

function end() {
  drag?.ghost?.remove();
  drag?.row.classList.remove("dragged");
  document.documentElement.classList.remove("dragging");
  for (const zone of document.querySelectorAll(".target")) zone.classList.remove("target");
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("button.move");
  justDropped = false;
  if (!button || event.pointerType !== "mouse" || event.button !== 0) return;
  const row = button.closest("[data-copies]");
  drag = { row, id: button.id, zone: row.closest("[data-zone]"), x: event.clientX, y: event.clientY, ghost: null };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < THRESHOLD) return;
  if (!drag.ghost) begin(event);
  follow(event);
});
document.addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { ghost, id } = drag;
  const target = ghost && otherZone(document.elementFromPoint(event.clientX, event.clientY));
  end();
  justDropped = Boolean(ghost);
  if (target) document.dispatchEvent(new CustomEvent("moved", { detail: id }));
});
document.addEventListener("pointercancel", end);
document.addEventListener("keydown", (event) => event.key === "Escape" && end());
document.addEventListener("dragstart", (event) => drag && event.preventDefault());
// A drag that ends over its own card would also be a click.
document.addEventListener(
  "click",
  (event) => {
    if (!justDropped || !event.pointerType) return;
    justDropped = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
