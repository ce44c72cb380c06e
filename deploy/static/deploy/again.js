// <form data-again>: one entry after another, as fast as somebody types. The field is empty at once for the next one;
// what is refused comes back to it if it is still empty. The answer is read aloud; the page itself is live.

const waiting = []; // what was entered and is yet to be sent
let current = null; // what is under way

const announcer = document.getElementById("announcer");
const form = () => document.querySelector("form[data-again]");
const fieldOf = (place) => place.querySelector("input:not([type=hidden])");

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const field = fieldOf(event.target);
    waiting.push(field.value);
    field.value = "";
    if (current === null) send();
  },
  true,
);

async function send() {
  while (waiting.length && form()) {
    current = waiting.shift();
    const sent = new FormData(form());
    sent.set(fieldOf(form()).name, current);
    await window.htmx.ajax("POST", form().action, {
      source: announcer,
      target: announcer,
      swap: "innerHTML",
      values: Object.fromEntries(sent),
    });
  }
  current = null;
}

announcer.addEventListener("htmx:afterRequest", ({ detail: { successful } }) => {
  if (current === null || !form()) return;
  const field = fieldOf(form());
  if (successful) window.htmx.trigger(field.closest("[data-live]"), "live");
  else if (!field.value) field.value = current;
});
