// <form data-again>: submit one entry after another without waiting. Its fields with data-each are cleared immediately for
// the next entry. A refused entry returns to them if the first one is still empty, and is selected: the next entry
// replaces it. The response is announced to screen readers; the page itself updates as a live part.

const waiting = []; // entries that have not been sent yet
let current = null; // the entry that is being sent

const announcer = document.getElementById("announcer");
const form = () => document.querySelector("form[data-again]");
const fieldOf = (container) => container.querySelector("[data-each]");

function fill(field, value) {
  if (field.type === "checkbox") field.checked = value === field.value;
  else field.value = value;
}

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(Object.fromEntries(new FormData(event.target)));
    for (const each of event.target.querySelectorAll("[data-each]")) fill(each, "");
    fieldOf(event.target).focus();
    if (current === null) send();
  },
  true,
);

// With a keyboard, typing can begin as soon as the page is open. On a phone, the focus would cover half of it.
const typing = matchMedia("(min-width: 64rem) and (pointer: fine)").matches && document.activeElement === document.body;
if (typing && form()) fieldOf(form()).focus();

async function send() {
  while (waiting.length && form()) {
    current = waiting.shift();
    await window.htmx.ajax("POST", form().action, {
      source: announcer,
      target: announcer,
      swap: "innerHTML",
      values: current,
    });
  }
  current = null;
}

announcer.addEventListener("htmx:afterRequest", ({ detail: { successful } }) => {
  if (current === null || !form()) return;
  const refused = !successful && !fieldOf(form()).value;
  if (successful) window.htmx.trigger(form().closest("[data-live]"), "live");
  if (!refused) return;
  for (const each of form().querySelectorAll("[data-each]")) fill(each, current[each.name] ?? "");
  fieldOf(form()).select();
});
