// Marks what a lesson asks for or a bot advises: the options with the numbers in data-answers and data-advised, the cards
// and players that they begin with, and their entries in the menu of a card. The text of the lesson is announced to screen
// readers.

const MANY = 3; // answers; more are marked, but without a sign on each
const announcer = document.getElementById("announcer");
const menu = document.getElementById("options");
const guide = () => document.querySelector("[data-guide]");
const textOf = (button) => button.querySelector("span")?.textContent.trim() ?? "";
const saidText = () => guide()?.querySelector("[data-guide-text]")?.textContent.replace(/\s+/g, " ").trim();

function asked() {
  const advised = document.querySelector("[data-advised]")?.dataset.advised ?? "";
  const numbers = `${guide()?.dataset.answers ?? ""} ${advised}`.split(" ").filter(Boolean);
  return [...document.querySelectorAll("[data-choose] button[name=option]")].filter((each) => numbers.includes(each.value));
}

// The first card or player of an option.
function placeOf(button) {
  const seat = (button.dataset.seats ?? "").split(" ")[0];
  const id = (button.dataset.cards ?? "").split(" ")[0] || (seat && `seat${seat}`);
  return id && document.getElementById(id);
}

function point(element) {
  element.classList.add("guided"); // again after each update: htmx resets the classes of elements with an id
  if (element.querySelector(".guide-mark")) return;
  const words = document.querySelector("[data-here]").dataset;
  const sign = document.createElement("span");
  sign.className = "guide-mark";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = words.here;
  const said = document.createElement("span");
  said.className = "sr";
  said.textContent = ` ${words.say}`;
  element.append(sign, said);
}

function mark() {
  const count = asked().length;
  document.documentElement.dataset.guideMarks = count > MANY ? "many" : count ? "few" : "none";
  for (const button of asked()) for (const element of [button, placeOf(button)].filter(Boolean)) point(element);
  if (count && count <= MANY && !asked().some(placeOf)) asked()[0].scrollIntoView({ block: "nearest" });
}

function markMenu() {
  const texts = asked().map(textOf);
  for (const item of menu.querySelectorAll("button")) if (texts.includes(item.textContent.trim())) point(item);
}

if (menu) new MutationObserver(markMenu).observe(menu, { childList: true });
document.body.addEventListener("htmx:afterSwap", mark);
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  mark();
  const text = saidText();
  if (text && detail.target?.id === "table") announcer.textContent = `${announcer.textContent} ${text}`.trim();
});
mark();
