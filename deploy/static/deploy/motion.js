// Motion that explains a change: a pack passes on, a taken card joins the pool, a result arrives, a page turns.
//
// Everything is animated after the change, on copies that nothing can click (class "ghost") or on elements that already
// work, so no action waits. With prefers-reduced-motion nothing moves; a changed row only has an outline for a moment.
//
//   <tr data-row="17">          is highlighted when the text of its [data-result] has changed in a refreshed part
//   form[data-pick] .pack       slides in the direction of .ring[data-direction] when the pack is passed
//   "turned" on a list          its rows slide in; event.detail is 1 for the next page and -1 for the previous one

const STATE = { duration: 200, easing: "ease-out" };
const PASS = { duration: 240, easing: "ease-out" };
const NEWS = { duration: 1600, easing: "ease-in" };
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

const move = (element, frames, timing) => (reduced.matches ? null : element?.animate(frames, timing));

// --- A pack passes on. Before the page changes, remember what is there. ---

let sent = null; // the pack, the taken card and the pick that have been sent

const packForm = () => document.querySelector("form[data-pick]");

function copy(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const clone = element.cloneNode(true);
  for (const each of [clone, ...clone.querySelectorAll("[id]")]) each.removeAttribute("id");
  for (const each of clone.querySelectorAll("input, a, button, template")) each.remove();
  clone.inert = true;
  clone.classList.add("ghost");
  for (const [name, value] of Object.entries({ left, top, width, height })) clone.style.setProperty(name, `${value}px`);
  return clone;
}

function rememberPack({ target }) {
  if (reduced.matches || target !== packForm()) return;
  const pack = target.querySelector(".pack, .in-words");
  const card = target.querySelector(".card:has(:checked), .in-word:has(:checked)");
  if (pack && card) sent = { pick: target.dataset.pick, pack: copy(pack), card: copy(card), at: card.getBoundingClientRect() };
}

function fly(clone, frames, timing) {
  document.body.append(clone);
  const remove = () => clone.remove();
  const animation = clone.animate(frames, timing);
  animation.onfinish = remove;
  animation.oncancel = remove;
}

function passPack() {
  if (!sent || packForm()?.dataset.pick === sent.pick) return;
  const { pack, card, at } = sent;
  sent = null;
  const by = document.querySelector(".ring")?.dataset.direction === "right" ? 1 : -1;
  fly(pack, [{ opacity: 0.9 }, { transform: `translateX(${by * 45}%)`, opacity: 0 }], PASS);
  const count = document.querySelector("#draft h1")?.getBoundingClientRect();
  if (count) {
    const [x, y] = [count.left - at.left, count.top - at.top];
    fly(card, [{}, { transform: `translate(${x}px, ${y}px) scale(0.12)`, opacity: 0.3 }], PASS);
  }
  const from = `translateX(${-by * 24}px)`;
  move(document.querySelector("form[data-pick] > [role=radiogroup]"), [{ transform: from, opacity: 0.4 }, {}], PASS);
}

document.addEventListener("submit", rememberPack);
document.body.addEventListener("shown", passPack);

// --- A result arrives in a row. ---

const results = new Map(); // row -> the text of its result
const resultOf = (row) => row.querySelector("[data-result]")?.textContent.replace(/\s+/g, " ").trim();

function rememberResults() {
  results.clear();
  for (const row of document.querySelectorAll("[data-row]")) results.set(row.dataset.row, resultOf(row));
}

function showNews() {
  for (const row of document.querySelectorAll("[data-row]")) {
    if (!results.has(row.dataset.row) || results.get(row.dataset.row) === resultOf(row)) continue;
    results.set(row.dataset.row, resultOf(row)); // a response that also updates other elements causes several events
    const color = getComputedStyle(row).getPropertyValue("--accent");
    if (reduced.matches) row.animate([{ outline: `3px solid ${color}` }, { outline: `3px solid ${color}` }], STATE);
    else for (const cell of row.cells ?? [row]) cell.animate([{ backgroundColor: color }, {}], { ...NEWS, composite: "replace" });
  }
}

document.body.addEventListener("htmx:beforeSwap", rememberResults);
document.body.addEventListener("before-rows-change", rememberResults); // result_updates.js
document.body.addEventListener("rows-changed", showNews);
document.body.addEventListener("htmx:afterSwap", () => {
  showNews();
  passPack();
});

// --- A page of the wall display turns. ---

document.addEventListener("turned", ({ target, detail }) => {
  const from = { transform: `translateY(${detail * 12}px)`, opacity: 0 };
  for (const row of target.children) if (!row.hidden) move(row, [from, {}], STATE);
});
