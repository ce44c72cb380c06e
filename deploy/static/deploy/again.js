// <form data-again>: submit one entry after another without waiting. The field is cleared immediately for the next
// entry. A refused entry returns to the field if the field is still empty. The response is announced to screen readers;
// the page itself updates as a live part.

const waiting = []; // entries that have not been sent yet
let current = null; // the entry that is being sent

const announcer = document.getElementById("announcer");
const form = () => document.querySelector("form[data-again]");
const fieldOf = (container) => container.querySelector("input:not([type=hidden])");

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

// With a keyboard, typing can begin as soon as the page is open. On a phone, the focus would cover half of it.
if (form() && matchMedia("(min-width: 64rem) and (pointer: fine)").matches) fieldOf(form()).focus();

async function send() {
  while (waiting.length && form()) {
    current = waiting.shift();
    const data = new FormData(form());
    data.set(fieldOf(form()).name, current);
    await window.htmx.ajax("POST", form().action, {
      source: announcer,
      target: announcer,
      swap: "innerHTML",
      values: Object.fromEntries(data),
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
