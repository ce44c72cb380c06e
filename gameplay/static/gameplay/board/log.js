// The log beside the table: new events are added to it. The events that come with a change are in [data-news].
//
// A line is one event. The pointer or the focus on it marks the cards that it names, and shows the sign of its clause. Piles
// and the whole game open in a dialog.

const log = document.querySelector("[data-log]");
const board = document.querySelector("[data-board]");
const dialog = document.getElementById("pile");
const lines = () => [...log.children];
const numberOf = (line) => Number(line.dataset.e);

function add() {
  const news = [...document.querySelectorAll("[data-news] > li")];
  if (!document.getElementById("table").dataset.events) return; // a replay, which shows one turn at a time
  const last = lines().length ? numberOf(lines().at(-1)) : -1;
  const count = Number(document.getElementById("table").dataset.events);
  if (count <= last) return location.reload(); // a judge has rewound the game
  for (const line of lines()) line.classList.remove("fresh");
  for (const line of news.filter((each) => numberOf(each) > last)) {
    line.classList.add("fresh");
    log.append(line);
  }
  log.scrollTop = log.scrollHeight;
}

function mark(line) {
  for (const card of document.querySelectorAll(".named")) card.classList.remove("named");
  for (const old of document.querySelectorAll("[data-e] > .clause")) old.remove();
  if (!line) return;
  for (const ref of (line.dataset.refs ?? "").split(" ").filter(Boolean)) {
    for (const card of document.querySelectorAll(`#table .bcard[data-ref="${CSS.escape(ref)}"]`)) card.classList.add("named");
  }
  if (line.dataset.clause) line.append(" ", clauseSign(line.dataset.clause));
}

function clauseSign(clause) {
  const link = document.createElement("a");
  link.className = "clause";
  link.href = `${board.dataset.rules}#${clause}`;
  link.translate = false;
  const [sign, id] = [document.createElement("span"), document.createElement("span")];
  sign.ariaHidden = "true";
  sign.textContent = "§";
  id.className = "clause-id";
  id.textContent = clause;
  link.append(sign, id);
  return link;
}

async function show(address) {
  const response = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!response?.ok) return;
  dialog.innerHTML = await response.text();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("[aria-current]")?.scrollIntoView({ block: "center" }); // the moment of a replay
}

for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    const line = event.target.closest?.("[data-e]");
    if (line || event.target.closest?.("#table, .blog") === null) mark(line);
    else if (!event.target.closest(".bmenu")) mark(null);
  });
}
log.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!by || !lines().length) return;
  event.preventDefault();
  const at = lines().findIndex((line) => line.classList.contains("now"));
  const next = Math.max(0, Math.min(lines().length - 1, (at < 0 ? lines().length : at) + by));
  for (const line of lines()) line.classList.toggle("now", line === lines()[next]);
  mark(lines()[next]);
  lines()[next].scrollIntoView({ block: "nearest" });
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-open-pile], [data-whole-log]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    show(link.href);
  } else if (event.target === dialog) dialog.close();
});
// The last line stays visible when something else takes some of its place.
let isAtEnd = true;
log.addEventListener("scroll", () => (isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 24));
new ResizeObserver(() => isAtEnd && (log.scrollTop = log.scrollHeight)).observe(log);
document.body.addEventListener("htmx:afterSettle", ({ detail }) => detail.target.id === "table" && document.getElementById("table") && add());
log.scrollTop = log.scrollHeight;
