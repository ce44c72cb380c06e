// Without a connection: the last copy of a page stays readable (tournaments/worker.js), and a report is not lost.
//
// <form data-queue> is kept on this device before it is sent, and sent again until it is answered: when the connection
// is back, when the page is looked at, when another one is opened. Its key makes sure that it counts once.

const KEY = "unsent";
const notice = document.getElementById("unsent");
const refusals = document.getElementById("refusals");
let busy = false;

const unsent = () => JSON.parse(localStorage.getItem(KEY) || "[]");

function keep(items) {
  localStorage.setItem(KEY, JSON.stringify(items));
  notice.hidden = !items.length;
  notice.querySelector("[data-said]").textContent = items.map((item) => item.said).join(", ");
}

// Whether `item` was answered: only then it is forgotten.
async function answered({ action, fields, key }) {
  const headers = { "HX-Request": "true", "Idempotency-Key": key };
  const told = { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" };
  const answer = await fetch(action, told).catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) return false;
  if (answer.type !== "opaqueredirect") refusals.innerHTML = await answer.text();
  else if (action.startsWith(location.pathname)) location.reload();
  return true;
}

async function flush() {
  if (busy) return;
  busy = true;
  for (const item of unsent()) {
    if (!(await answered(item))) break;
    keep(unsent().filter(({ key }) => key !== item.key));
  }
  busy = false;
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.getAttribute("action") === "/sign-out") keep([]);
  if (!form.matches("[data-queue]")) return;
  event.preventDefault();
  const action = form.getAttribute("action");
  const fields = new URLSearchParams(new FormData(form, submitter)).toString();
  const said = `${document.title.split(" · ")[0]} ${submitter?.name ? submitter.value : ""}`.trim();
  const others = unsent().filter((item) => item.action !== action);
  keep([...others, { action, fields, said, key: crypto.randomUUID() }]);
  flush();
});
window.addEventListener("online", flush);
window.addEventListener("focus", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
keep(unsent());
flush();

if ("serviceWorker" in navigator) {
  const first = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  if (first) active.postMessage([location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
}
