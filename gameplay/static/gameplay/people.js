// The people at the table (#people): the last phrase of each, and whether they are connected, is also shown beside the name
// on the table. A phrase disappears after some seconds and is announced once. A short interruption is not shown.

const GRACE = 8; // seconds for which an interrupted connection is not shown, such as that of a page that is loaded again
const announcer = document.getElementById("announcer");
const received = new Map(); // element of a person -> when it arrived, in milliseconds
let announced = 0;

const section = () => document.getElementById("people");
const people = () => [...document.querySelectorAll("#people [data-seat]")];
const placeOf = (seat) => document.querySelector(`#table [id="seat${seat}"], #table [data-side="${seat}"] > span`);
const time = (seconds) => {
  const [minutes, rest] = [Math.floor(seconds / 60), String(Math.floor(seconds % 60)).padStart(2, "0")];
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
};

function age(person) {
  if (!received.has(person)) received.set(person, Date.now());
  return (Date.now() - received.get(person)) / 1000;
}

function connection(person) {
  if (!person.dataset.away) return "";
  const seconds = (Date.parse(person.dataset.now) - Date.parse(person.dataset.away)) / 1000 + age(person);
  return seconds < GRACE ? "" : section().dataset.sayAway.replace("{time}", time(seconds));
}

function phrase(person) {
  const said = person.querySelector(".says");
  if (!said) return "";
  if (age(person) < Number(person.dataset.seconds)) return said.textContent;
  said.remove();
  return "";
}

// Show ``text`` in the element of this class in ``place``, which is added and removed as needed.
function mark(place, className, text) {
  const old = place.querySelector(`.${className.split(" ")[0]}`);
  if (!text) return old?.remove();
  const element = old ?? document.createElement("small");
  element.className = className;
  if (element.textContent !== text) element.textContent = text;
  if (!old) place.append(element);
}

function show() {
  for (const person of people()) {
    const [away, said] = [connection(person), phrase(person)];
    const shown = person.querySelector("[data-connection]");
    if (shown) shown.textContent = away || section().dataset.sayConnected;
    const place = placeOf(person.dataset.seat);
    if (!place) continue;
    mark(place, "away chip warn", away);
    mark(place, "said", said);
  }
}

function announce() {
  const found = people().filter((person) => Number(person.dataset.phrase ?? 0) > announced);
  if (!found.length) return;
  announced = Math.max(...found.map((person) => Number(person.dataset.phrase)));
  const words = section().dataset.sayPhrase;
  const texts = found.map((person) => {
    const name = person.querySelector("b").textContent;
    return words.replace("{name}", name).replace("{phrase}", person.querySelector(".says").textContent);
  });
  announcer.textContent = texts.join(" ");
}

document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  show();
  announce();
  const { elt } = detail.requestConfig ?? {};
  if (elt?.matches("form") && elt.closest("#people")) document.querySelector("#phrases summary")?.focus();
});
setInterval(show, 1000);
show();
