// Offline use: the last copy of a page stays readable (tournaments/worker.js), and a result report is not lost.
//
// A submission of <form data-queue> is stored on this device before it is sent. It is sent again until the server has
// responded: when the connection is back, when the page becomes visible, or when another page is opened. Its idempotency
// key makes sure that it counts only once.

const KEY = "unsent";
const notice = document.getElementById("unsent");
const refusals = document.getElementById("refusals");
let sending = false;

const unsent = () => JSON.parse(localStorage.getItem(KEY) || "[]");

function store(items) {
  localStorage.setItem(KEY, JSON.stringify(items));
  notice.hidden = !items.length;
  notice.querySelector("[data-unsent]").textContent = items.map((item) => item.label).join(", ");
}

// Send an item and return whether the server has responded. Only then is it removed from the queue.
async function send({ action, fields, key }) {
  const headers = { "HX-Request": "true", "Idempotency-Key": key };
  const request = { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" };
  const response = await fetch(action, request).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return false;
  if (response.type !== "opaqueredirect") refusals.innerHTML = await response.text();
  else if (action.startsWith(location.pathname)) {
    location.hash = "result";
    location.reload();
  }
  return true;
}

async function flush() {
  if (sending) return;
  sending = true;
  for (const item of unsent()) {
    if (!(await send(item))) break;
    store(unsent().filter(({ key }) => key !== item.key));
  }
  sending = false;
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.getAttribute("action") === "/sign-out") store([]);
  if (!form.matches("[data-queue]")) return;
  event.preventDefault();
  const action = form.getAttribute("action");
  const fields = new URLSearchParams(new FormData(form, submitter)).toString();
  const label = `${document.title.split(" · ")[0]} ${submitter?.name ? submitter.value : ""}`.trim();
  const others = unsent().filter((item) => item.action !== action);
  store([...others, { action, fields, label, key: crypto.randomUUID() }]);
  flush();
});
window.addEventListener("online", flush);
window.addEventListener("focus", flush);
document.addEventListener("visibilitychange", () => document.hidden || flush());
store(unsent());
flush();
// After a report, the keyboard and screen readers go on at what has become of it.
if (location.hash === "#result") document.getElementById("result")?.focus();

if ("serviceWorker" in navigator) {
  const first = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  if (first) active.postMessage([location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
}
