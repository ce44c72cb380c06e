// Building by keyboard: where the focus is in a row of the pool, + and - move a copy, arrows go to the next row.
//
// Each press is one request; while it runs, further presses wait for it. After the part has come anew the focus is
// back where it was, or on the row if that button has nothing left to do, and the cards looked at are open.

const MOVES = { "+": "add", "=": "add", "-": "remove" };
const WAYS = { ArrowDown: 1, ArrowUp: -1 };
const pressed = [];
let busy = false;
let row = "";
let seen = [];

const rowOf = (element) => element?.closest?.("[data-copies]");
const rows = () => [...document.querySelectorAll("[data-copies]")];
const button = (ref, move) => document.getElementById(`${move}-${ref}`);

function press() {
  while (!busy && pressed.length) {
    const [ref, move] = pressed.shift();
    const wanted = button(ref, move);
    if (!wanted || wanted.disabled) continue;
    wanted.click();
  }
}

document.addEventListener("keydown", (event) => {
  const here = rowOf(event.target);
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in MOVES) {
    event.preventDefault();
    pressed.push([here.dataset.copies, MOVES[event.key]]);
    press();
  } else if (event.key in WAYS) {
    event.preventDefault();
    const next = rows()[rows().indexOf(here) + WAYS[event.key]];
    next?.querySelector("summary").focus();
  }
});

document.body.addEventListener("htmx:beforeRequest", () => (busy = true));
document.body.addEventListener("htmx:beforeSwap", () => {
  row = rowOf(document.activeElement)?.dataset.copies ?? "";
  seen = [...document.querySelectorAll("[data-copies] details[open]")].map((card) => card.id);
});
// Only now does htmx listen to the new buttons.
document.body.addEventListener("htmx:afterSettle", () => {
  for (const id of seen) document.getElementById(id)?.setAttribute("open", "");
  if (row && (document.activeElement === document.body || document.activeElement?.disabled)) {
    document.querySelector(`[data-copies="${CSS.escape(row)}"] summary`)?.focus({ preventScroll: true });
  }
  busy = false;
  press();
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) return;
  busy = false;
  pressed.length = 0;
});
