// Shows what happened: after each change, cards move from where they were to where they are.
//
// The page is always the present state. Before a swap the places of the cards are noted; after it, the moves are played on
// the new elements in the order of the new events, each for at most STEP milliseconds. A key, a click or another change
// ends them. With prefers-reduced-motion nothing moves. In a replay, a step forward is played at the chosen speed.
//
// A card is known by its ref and by where it lay, never by an identity of its own, so hidden cards cannot be followed.

const STEP = 400; // milliseconds
const TOTAL = 4800; // milliseconds for all events of a change
const EASING = "cubic-bezier(.3, .1, .2, 1)";
export const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const board = document.querySelector("[data-board]");
let before = null;
let playing = new Set();
let temporary = [];

const sideOf = (element) => element.closest(".bside") ?? (element.closest(".bhand") ? document.querySelector(".bside.own") : null);
const sideKey = (element) => sideOf(element)?.querySelector(".who")?.id ?? "";

function cards() {
  const found = [...document.querySelectorAll("#table [data-zone] .bcard[data-ref]")];
  return found.map((element) => ({
    element,
    ref: element.dataset.ref,
    zone: element.closest("[data-zone]").dataset.zone,
    side: sideKey(element),
    box: element.getBoundingClientRect(),
  }));
}

function piles() {
  return [...document.querySelectorAll("#table [data-pile]")].map((element) => ({
    element,
    key: element.dataset.pile,
    side: sideKey(element),
    count: Number(element.querySelector(".n")?.textContent ?? 0),
    box: (element.querySelector(".bcard, i") ?? element).getBoundingClientRect(),
  }));
}

export function remember() {
  stop();
  before = document.getElementById("table") ? { cards: cards(), piles: piles() } : null;
}

export function forget() {
  before = null;
}

// Pair each old card with a new one of the same face: first in the same zone, then anywhere.
function matched(old, now) {
  const moves = [];
  const left = new Set(old);
  const rest = [];
  const take = (card, test) => {
    const found = [...left].find((each) => each.ref === card.ref && test(each));
    if (found) left.delete(found);
    return found;
  };
  for (const card of now) {
    const found = take(card, (each) => each.zone === card.zone);
    if (found) moves.push({ card, from: found.box, isShift: true });
    else rest.push(card);
  }
  for (const card of rest) {
    const found = take(card, (each) => each.side === card.side) ?? take(card, () => true);
    moves.push({ card, from: found?.box ?? null, isShift: false });
  }
  return { moves, gone: [...left] };
}

// The pile that has lost or gained cards, for cards that came from a hidden place or went to one.
function changedPile(side, sign, now) {
  const changed = now.filter((pile) => {
    const earlier = before.piles.find((each) => each.key === pile.key);
    return earlier && Math.sign(pile.count - earlier.count) === sign;
  });
  const own = changed.filter((pile) => pile.side === side);
  return (own[0] ?? changed.find((pile) => !pile.side))?.box ?? null;
}

function animate(element, frames, timing) {
  const animation = element.animate(frames, { easing: EASING, fill: "backwards", ...timing });
  playing.add(animation);
  const done = () => playing.delete(animation);
  animation.finished.then(done, done);
  return animation;
}

function offset(from, to) {
  const scale = to.width ? from.width / to.width : 1;
  const [x, y] = [from.left - to.left, from.top - to.top];
  return { transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

function fly({ card, from }, delay, duration) {
  const to = card.element.getBoundingClientRect();
  if (!from || (Math.abs(from.left - to.left) < 2 && Math.abs(from.top - to.top) < 2)) return;
  animate(card.element, [{ ...offset(from, to), zIndex: 9 }, { transformOrigin: "0 0", transform: "none", zIndex: 9 }], { delay, duration });
}

function ghost(element, box) {
  const copy = element.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  copy.inert = true;
  copy.classList.remove("can", "named", "fresh");
  copy.classList.add("ghost");
  copy.style.setProperty("--ch", `${box.height}px`);
  for (const name of ["left", "top", "width", "height"]) copy.style[name] = `${box[name]}px`;
  document.body.append(copy);
  temporary.push(copy);
  return copy;
}

function leave(card, to, delay, duration) {
  const copy = ghost(card.element, card.box);
  const end = to ? { ...offset(to, card.box), opacity: 0.4 } : { transform: "scale(.9)", opacity: 0 };
  animate(copy, [{ transformOrigin: "0 0", opacity: 1 }, { transformOrigin: "0 0", ...end }], { delay, duration, fill: "both" });
}

function pulse(element, delay, duration) {
  const color = getComputedStyle(element).getPropertyValue("--warn");
  const glow = { outline: `4px solid ${color}`, outlineOffset: "2px", transform: "scale(1.06)" };
  animate(element, [{}, { ...glow, offset: 0.35 }, {}], { delay, duration, fill: "none" });
}

function caption(line, delay, duration) {
  const felt = document.querySelector(".felt");
  const text = document.createElement("p");
  text.className = "caption";
  text.setAttribute("aria-hidden", "true");
  text.textContent = line.firstChild.textContent;
  felt.append(text);
  temporary.push(text);
  animate(text, [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], { delay, duration, fill: "both" });
}

// A card that an event names and that lies nowhere to be seen, such as one that is drawn for its number: its face.
function reveal(ref, delay, duration) {
  const [set, number] = [ref.slice(0, ref.indexOf("-")), ref.slice(ref.indexOf("-") + 1)];
  const face = document.createElement("img");
  face.className = "reveal";
  face.alt = "";
  face.src = `${board.dataset.cards}${set}/${number}.svg?lang=${document.documentElement.lang}`;
  revealed().append(face);
  animate(face, [{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], { delay, duration, fill: "both" });
}

function revealed() {
  const existing = document.querySelector(".reveals");
  if (existing) return existing;
  const row = document.createElement("div");
  row.className = "reveals";
  row.setAttribute("aria-hidden", "true");
  document.querySelector(".felt").append(row);
  temporary.push(row);
  return row;
}

function draws(now, duration) {
  for (const pile of now.filter((each) => each.key.startsWith("hand"))) {
    const earlier = before.piles.find((each) => each.key === pile.key);
    const from = changedPile(pile.side, -1, now.filter((each) => each.key !== pile.key));
    if (!earlier || pile.count <= earlier.count || !from) continue;
    const back = document.createElement("span");
    back.className = "bcard back";
    const copy = ghost(back, from);
    animate(copy, [{ transformOrigin: "0 0" }, { ...offset(pile.box, from), opacity: 0.5 }], { duration, fill: "both" });
  }
}

// Play the moves since `remember`: those that events name, in their order, then the rest together.
export function play(news, longest = STEP, total = TOTAL) {
  const [nowCards, nowPiles] = [cards(), piles()];
  const { moves, gone } = matched(before.cards, nowCards);
  const step = Math.min(longest, Math.max(90, total / Math.max(1, news.length)));
  for (const move of moves) move.from ??= changedPile(move.card.side, -1, nowPiles);
  const waiting = new Set(moves.filter((move) => !move.isShift));
  const leaving = new Set(gone);
  draws(nowPiles, step);
  let time = 0;
  for (const line of news) {
    for (const ref of (line.dataset.refs ?? "").split(" ").filter(Boolean)) {
      const move = [...waiting].find((each) => each.card.ref === ref);
      const going = !move && [...leaving].find((each) => each.ref === ref);
      if (move) fly(move, time, step);
      else if (going) leave(going, changedPile(going.side, 1, nowPiles), time, step);
      else {
        const shown = nowCards.find((each) => each.ref === ref);
        if (shown) pulse(shown.element, time, step);
        else reveal(ref, time, step);
      }
      waiting.delete(move);
      leaving.delete(going);
    }
    caption(line, time, step);
    time += step;
  }
  for (const move of waiting) fly(move, 0, step);
  for (const card of leaving) leave(card, changedPile(card.side, 1, nowPiles), 0, step);
  for (const move of moves.filter((each) => each.isShift)) fly(move, 0, Math.min(step, 250));
  const row = document.querySelector(".reveals");
  if (row) animate(row, [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { delay: time, duration: STEP, fill: "forwards" });
  const played = [...playing].map((each) => each.finished);
  Promise.allSettled(played).then(() => {
    if (playing.size) return; // another change has come in the meantime
    clear();
    document.dispatchEvent(new Event("still"));
  });
}

function clear() {
  for (const each of temporary) each.remove();
  temporary = [];
}

export function stop() {
  for (const animation of playing) animation.cancel();
  playing = new Set();
  clear();
}

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => detail.shouldSwap && detail.target.id === "table" && remember());
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (before && detail.target.id === "table" && document.getElementById("table")) settle(1);
});
document.addEventListener("step:before", ({ detail }) => (detail.isForward ? remember() : stop()));
document.addEventListener("step:after", ({ detail }) => settle(Math.max(1, detail.speed)));

function settle(speed) {
  if (before && !reduced.matches) {
    play([...document.querySelectorAll("[data-log] > .fresh")], STEP / speed, TOTAL / speed);
  } else document.dispatchEvent(new Event("still"));
  before = null;
}

for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, stop, true);
