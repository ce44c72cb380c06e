// Building by keyboard: where the focus is in a row of the pool, + and - move a copy, arrows go to the next row; Ctrl+Z
// undoes the last change.
//
// Each press is one request; while it runs, further presses wait for it. After the part has come anew the focus is
// back where it was, or on the row if that button has nothing left to do; what was unfolded is unfolded, and how many
// cards the deck has is said aloud.

const MOVES = { "+": "add", "=": "add", "-": "remove" };
const WAYS = { ArrowDown: 1, ArrowUp: -1 };
const pressed = [];
let busy = false;
let kept = null;

const rowOf = (element) => element?.closest?.("[data-copies]");
const rows = () => [...document.querySelectorAll("[data-copies]")];
const listed = () => [...document.querySelectorAll(".deck-list button")];
const at = (list, place) => (place < 0 ? undefined : list[Math.min(place, list.length - 1)]);
const said = () => document.querySelector("[data-say]")?.dataset.say ?? "";

function press() {
  while (!busy && pressed.length) {
    const wanted = document.getElementById(pressed.shift());
    if (!wanted || wanted.disabled) continue;
    wanted.click();
  }
}

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input, textarea, select")) {
    event.preventDefault();
    pressed.push("undo");
    press();
    return;
  }
  const here = rowOf(event.target);
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in MOVES) {
    event.preventDefault();
    pressed.push(`${MOVES[event.key]}-${here.dataset.copies}`);
    press();
  } else if (event.key in WAYS) {
    event.preventDefault();
    const next = rows()[rows().indexOf(here) + WAYS[event.key]];
    next?.querySelector("summary").focus();
  }
});

function keep() {
  const focused = document.activeElement;
  return {
    id: focused.id,
    ref: rowOf(focused)?.dataset.copies,
    row: rows().indexOf(rowOf(focused)),
    place: listed().indexOf(focused),
    within: focused.closest("#deck") !== null,
    unfolded: [...document.querySelectorAll("#deck details[id]")].map((details) => [details.id, details.open]),
    said: said(),
  };
}

// Where the focus belongs if what had it is gone, or has nothing left to do.
function nearest({ id, row, ref, place }) {
  const same = id && document.getElementById(id);
  if (same && !same.disabled) return same;
  if (place >= 0) return at(listed(), place) ?? document.getElementById("list");
  const again = rows().find((each) => each.dataset.copies === ref) ?? at(rows(), row);
  return again?.querySelector("summary") ?? document.getElementById("deck-title");
}

document.body.addEventListener("htmx:beforeRequest", () => (busy = true));
document.body.addEventListener("htmx:beforeSwap", () => (kept = keep()));
// Only now does htmx listen to the new buttons.
document.body.addEventListener("htmx:afterSettle", () => {
  if (kept) {
    for (const [id, open] of kept.unfolded) document.getElementById(id)?.toggleAttribute("open", open);
    const lost = document.activeElement === document.body || document.activeElement?.disabled;
    const place = lost && kept.within ? nearest(kept) : null;
    place?.focus({ preventScroll: place.id !== "deck-title" });
    if (said() !== kept.said) document.getElementById("announcer").textContent = said();
  }
  kept = null;
  busy = false;
  press();
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) return;
  busy = false;
  pressed.length = 0;
});
