// Render the packs of a draft from the event stream, without a request: <section id="draft" data-live="pod/7">
//
// The event of a pick sends the number of packs at each seat to all players. A player with a new pack also gets its refs
// and tokens. The HTML of the cards comes from the choices of the set, which are fetched once and cached. An event that
// cannot be rendered is left to live.js, which fetches the part again. This module fills the templates of the page and
// contains no rules and no sentences.

const KEYS = "1234567890-";
const STREAM_TIMEOUT = 1500; // milliseconds after a pick in which the stream should have sent the next pack
const badge = document.getElementById("live");
const choices = new Map(); // address -> the HTML of each card of a set, by ref
const section = () => document.getElementById("draft");
const direction = (round) => (round % 2 ? "left" : "right");
const interpolate = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function readPhrases() {
  const element = document.getElementById("draft-phrases");
  return element && JSON.parse(element.textContent);
}

function fetchChoices() {
  for (const address of readPhrases()?.choices ?? []) {
    if (choices.has(address)) continue;
    choices.set(address, {});
    fetch(address)
      .then((response) => response.json())
      .then((cards) => choices.set(address, cards))
      .catch(() => choices.delete(address));
  }
}

function cloneTemplate(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

// --- The current pack. ---

function renderCard([token, ref], index, phrases) {
  const html = phrases.choices.map((address) => choices.get(address)?.[ref]).find(Boolean);
  const holder = document.createElement("template");
  holder.innerHTML = html.replaceAll("{token}", token);
  const item = holder.content.firstElementChild;
  item.querySelector("kbd").textContent = KEYS[index] ?? "";
  return item;
}

function renderPack({ pack, picks }, phrases) {
  const form = cloneTemplate("draft-pack");
  const values = { pack: pack.pack_round, pick: pack.number, picks };
  form.dataset.pick = `${pack.pack_round}.${pack.number}`;
  form.elements.pack.value = pack.id;
  form.elements.number.value = pack.number;
  const heading = form.querySelector("[data-heading]");
  heading.firstChild.textContent = phrases.choose[pack.cards.length];
  const pass = pack.number === 1 ? `. ${phrases.pass[direction(pack.pack_round)]}` : "";
  heading.querySelector(".sr").textContent = `: ${interpolate(phrases.aloud, values)}${pass}`;
  const note = { true: phrases.verified, false: phrases.wrong, null: phrases.quiet };
  form.querySelector("[data-note]").textContent = note[pack.complete];
  form.querySelector("[role=radiogroup] > ul").replaceChildren(...pack.cards.map((card, index) => renderCard(card, index, phrases)));
  return form;
}

function updateClock({ pack, now }) {
  section().querySelector("header .clock")?.remove();
  const template = document.getElementById("draft-clock");
  if (!pack?.due_at || !template) return;
  const element = cloneTemplate("draft-clock");
  Object.assign(element.dataset, { deadline: pack.due_at, now });
  section().querySelector(".draft-line").append(element);
}

// --- The packs at each seat, and the players who are picking. ---

function updateRing(payload, phrases) {
  const side = direction(payload.pack_round);
  const pod = section().querySelector(".pod");
  if (!pod) return;
  pod.querySelector(".pod-direction span").textContent = phrases.pass[side];
  const sign = pod.querySelector(".pod-direction use");
  sign.setAttribute("href", sign.getAttribute("href").replace(/#.*/, `#${side}`));
  pod.querySelector(".ring").dataset.direction = side;
  pod.querySelectorAll(".seats > li").forEach((seat, offset) => {
    const packs = queueLength(payload, phrases, offset);
    seat.querySelector(".packs").replaceChildren(...Array.from({ length: packs }, () => document.createElement("i")));
    seat.querySelector(".packs + .sr").textContent = phrases.packs[packs];
  });
}

// The number of packs at the seat that is `offset` seats away from the user's own.
const queueLength = (payload, phrases, offset) => payload.queues[(phrases.seat + offset) % payload.queues.length];

function updateNudge(payload, phrases) {
  const note = section().querySelector("[data-nudge]");
  const packs = queueLength(payload, phrases, 0);
  if (!note) return;
  note.hidden = packs < 2;
  note.textContent = phrases.hold[packs];
}

function updatePicking(payload, phrases) {
  const list = section().querySelector("[data-picking]");
  if (!list) return;
  const others = phrases.names.map((name, offset) => [name, offset && queueLength(payload, phrases, offset)]);
  const busy = others.filter(([name, packs]) => name && packs);
  list.replaceChildren(
    ...busy.flatMap(([name, packs], i) => {
      const player = document.createElement("b");
      player.textContent = name;
      return [i ? phrases.comma : "", player, phrases.has[packs]];
    }),
  );
}

function updateHeading(payload, { pick, picks, pack }, phrases) {
  const side = direction(payload.pack_round);
  const values = { pack: payload.pack_round, pick, picks };
  section().querySelector("h1").textContent = interpolate(pick ? phrases.turn : phrases.last, values);
  const line = section().querySelector(".pass");
  line.textContent = phrases.pass[side];
  if (!pack || pick > 1 || payload.pack_round === 1) return;
  const chip = document.createElement("span");
  chip.className = "chip";
  chip.textContent = phrases.turned;
  line.append(" ", chip);
}

function replaceStage(element) {
  const previous = section().querySelector("[data-stage]");
  // htmx sends afterRequest to the element that made the request. An element that has left the page does not bubble it.
  const forward = ({ detail }) => document.body.dispatchEvent(new CustomEvent("htmx:afterRequest", { detail }));
  previous.addEventListener("htmx:afterRequest", forward);
  previous.replaceWith(element);
  window.htmx.process(element);
  scrollTo({ top: 0 });
}

function showWaiting(side, phrases) {
  const waiting = cloneTemplate("draft-waiting");
  waiting.querySelector("h2").textContent = phrases.waiting[side];
  replaceStage(waiting);
}

// Say whether the clock made the last pick.
function updateClockNote({ by_clock: byClock }) {
  const note = section().querySelector("[data-by-clock]");
  if (!note || byClock === undefined) return;
  note.hidden = !byClock;
  if (byClock) document.getElementById("announcer").textContent = note.textContent;
}

function updateOwnPack(own, payload, phrases) {
  updateClockNote(own);
  const form = section().querySelector("form[data-pick]");
  const current = own.pack ? `${own.pack.pack_round}.${own.pack.number}` : "";
  if (form?.dataset.pick === current) return;
  updateHeading(payload, own, phrases);
  updateClock(own);
  if (own.pack) replaceStage(renderPack(own, phrases));
  else showWaiting(direction(payload.pack_round), phrases);
}

const canRender = (own, phrases) =>
  !own?.pack || own.pack.cards.every(([, ref]) => phrases.choices.some((address) => choices.get(address)?.[ref]));

document.addEventListener("payload", (event) => {
  const phrases = readPhrases();
  const { all: payload, own } = event.detail;
  if (event.target !== section() || !phrases || !canRender(own, phrases)) return;
  if (own) updateOwnPack(own, payload, phrases);
  if (queueLength(payload, phrases, 0) && !section().querySelector("form[data-pick]")) return;
  updateRing(payload, phrases);
  updateNudge(payload, phrases);
  updatePicking(payload, phrases);
  event.preventDefault();
  document.body.dispatchEvent(new Event("shown"));
});

// After a pick, the next pack arrives by the stream, or by a request if the stream is down.
document.body.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig } }) => {
  const form = requestConfig.elt;
  if (!successful || !form.matches("form[data-pick]")) return;
  const [part, phrases] = [section(), readPhrases()];
  if (!form.isConnected) return; // the stream was faster than the response
  const number = part.dataset.number;
  const fetchPart = () => part.isConnected && part.dataset.number === number && window.htmx.trigger(part, "live");
  if (phrases) showWaiting(part.querySelector(".ring").dataset.direction, phrases);
  document.body.dispatchEvent(new Event("shown"));
  if (badge.dataset.state === "live") setTimeout(fetchPart, STREAM_TIMEOUT);
  else fetchPart();
});
document.body.addEventListener("htmx:afterSwap", fetchChoices);
fetchChoices();
