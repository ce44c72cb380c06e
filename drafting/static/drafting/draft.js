// Shows the packs of a draft as the stream tells them, without asking: <section id="draft" data-live="pod/7">
//
// A pick tells everybody how many packs lie where, and whoever has a new pack before them its refs and tokens; how a
// card looks comes from the set's choices, which are fetched once and kept. What is not understood is left to live.js,
// which then fetches the part anew. The page's own templates are filled; nothing here knows a rule or a sentence.

const KEYS = "1234567890-";
const PATIENCE = 1500; // milliseconds after a pick in which the stream should have told what comes next
const badge = document.getElementById("live");
const choices = new Map(); // address -> what each card of a set looks like, by ref
const section = () => document.getElementById("draft");
const direction = (round) => (round % 2 ? "left" : "right");
const say = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function phrases() {
  const element = document.getElementById("draft-phrases");
  return element && JSON.parse(element.textContent);
}

function prepare() {
  for (const address of phrases()?.choices ?? []) {
    if (choices.has(address)) continue;
    choices.set(address, {});
    fetch(address)
      .then((answer) => answer.json())
      .then((sheet) => choices.set(address, sheet))
      .catch(() => choices.delete(address));
  }
}

function copy(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

// --- The pack in hand. ---

function card([token, ref], place, words) {
  const look = words.choices.map((address) => choices.get(address)?.[ref]).find(Boolean);
  const holder = document.createElement("template");
  holder.innerHTML = look.replaceAll("{token}", token);
  const item = holder.content.firstElementChild;
  item.querySelector("kbd").textContent = KEYS[place] ?? "";
  return item;
}

function filled({ pack, picks }, words) {
  const form = copy("draft-pack");
  const turn = { pack: pack.pack_round, pick: pack.number, picks };
  form.dataset.pick = `${pack.pack_round}.${pack.number}`;
  form.elements.pack.value = pack.id;
  form.elements.number.value = pack.number;
  const heading = form.querySelector("legend h2");
  heading.firstChild.textContent = words.choose[pack.cards.length];
  const way = pack.number === 1 ? `. ${words.pass[direction(pack.pack_round)]}` : "";
  heading.querySelector(".sr").textContent = `: ${say(words.aloud, turn)}${way}`;
  const note = { true: words.verified, false: words.wrong, null: words.quiet };
  form.querySelector("[data-note]").textContent = note[pack.complete];
  form.querySelector("fieldset > ul").replaceChildren(...pack.cards.map((each, place) => card(each, place, words)));
  return form;
}

function clock({ pack, now }) {
  section().querySelector("header .clock")?.remove();
  const skeleton = document.getElementById("draft-clock");
  if (!pack?.due_at || !skeleton) return;
  const element = copy("draft-clock");
  Object.assign(element.dataset, { deadline: pack.due_at, now });
  section().querySelector("h1").after(element);
}

// --- Where packs lie, and whom one waits for. ---

function map(told, words) {
  const way = direction(told.pack_round);
  const pod = section().querySelector(".pod");
  if (!pod) return;
  pod.querySelector(".pod-direction span").textContent = words.pass[way];
  const sign = pod.querySelector(".pod-direction use");
  sign.setAttribute("href", sign.getAttribute("href").replace(/#.*/, `#${way}`));
  pod.querySelector(".ring").dataset.direction = way;
  pod.querySelectorAll(".seats > li").forEach((seat, place) => {
    const packs = queue(told, words, place);
    seat.querySelector(".packs").replaceChildren(...Array.from({ length: packs }, () => document.createElement("i")));
    seat.querySelector(".packs + .sr").textContent = words.packs[packs];
  });
}

const queue = (told, words, place) => told.queues[(words.seat + place) % told.queues.length];

function nudge(told, words) {
  const note = section().querySelector("[data-nudge]");
  const packs = queue(told, words, 0);
  if (!note) return;
  note.hidden = packs < 2;
  note.textContent = words.hold[packs];
}

function picking(told, words) {
  const list = section().querySelector("[data-picking]");
  if (!list) return;
  const busy = words.names.map((name, place) => [name, place]).filter(([name, place]) => place && name && queue(told, words, place));
  list.replaceChildren(
    ...busy.flatMap(([name, place], i) => {
      const who = document.createElement("b");
      who.textContent = name;
      return [i ? ", " : "", who, words.has[queue(told, words, place)]];
    }),
  );
}

function head(told, { pick, picks, pack }, words) {
  const way = direction(told.pack_round);
  const turn = { pack: told.pack_round, pick, picks };
  section().querySelector("h1").textContent = say(pick ? words.turn : words.last, turn);
  const line = section().querySelector(".pass");
  line.textContent = words.pass[way];
  if (!pack || pick > 1 || told.pack_round === 1) return;
  const chip = document.createElement("span");
  chip.className = "chip";
  chip.textContent = words.turned;
  line.append(" ", chip);
}

function show(element) {
  const gone = section().querySelector("[data-stage]");
  // Of its answer htmx tells what has gone from the page, and nobody else.
  const forward = ({ detail }) => document.body.dispatchEvent(new CustomEvent("htmx:afterRequest", { detail }));
  gone.addEventListener("htmx:afterRequest", forward);
  gone.replaceWith(element);
  window.htmx.process(element);
  scrollTo({ top: 0 });
}

function wait(way, words) {
  const waiting = copy("draft-waiting");
  waiting.querySelector("h2").textContent = words.waiting[way];
  show(waiting);
}

function confess({ by_clock: taken }) {
  const note = section().querySelector("[data-by-clock]");
  if (!note || taken === undefined) return;
  note.hidden = !taken;
  if (taken) document.getElementById("announcer").textContent = note.textContent;
}

function take(own, told, words) {
  confess(own);
  const form = section().querySelector("form[data-pick]");
  const now = own.pack ? `${own.pack.pack_round}.${own.pack.number}` : "";
  if (form?.dataset.pick === now) return;
  head(told, own, words);
  clock(own);
  if (own.pack) show(filled(own, words));
  else wait(direction(told.pack_round), words);
}

const known = (own, words) =>
  !own?.pack || own.pack.cards.every(([, ref]) => words.choices.some((address) => choices.get(address)?.[ref]));

document.addEventListener("told", (event) => {
  const words = phrases();
  const { all: told, own } = event.detail;
  if (event.target !== section() || !words || !known(own, words)) return;
  if (own) take(own, told, words);
  if (queue(told, words, 0) && !section().querySelector("form[data-pick]")) return;
  map(told, words);
  nudge(told, words);
  picking(told, words);
  event.preventDefault();
  document.body.dispatchEvent(new Event("shown"));
});

// A card is taken: what is next comes by the stream, unless that is down.
document.body.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig } }) => {
  const form = requestConfig.elt;
  if (!successful || !form.matches("form[data-pick]")) return;
  const [part, words] = [section(), phrases()];
  if (!form.isConnected) return; // it was told before it was answered
  const number = part.dataset.number;
  const ask = () => part.isConnected && part.dataset.number === number && window.htmx.trigger(part, "live");
  if (words) wait(part.querySelector(".ring").dataset.direction, words);
  document.body.dispatchEvent(new Event("shown"));
  if (badge.dataset.state === "live") setTimeout(ask, PATIENCE);
  else ask();
});
document.body.addEventListener("htmx:afterSwap", prepare);
prepare();
