// When the user's current place, <p data-place>, changes, it is announced to screen readers, the table first. The title
// and the icon of the tab show the change until the user has seen it. Users who have turned on alerts also get a sound and
// a vibration, even while the page is in the background.

const KEY = "alert";
const announcer = document.getElementById("announcer");
const icon = document.querySelector("link[rel=icon]");
const defaultIcon = icon.href;
const textOf = (part) => document.querySelector(`[data-place] ${part}`)?.textContent.trim();
const announcement = () => textOf("strong") && `${textOf("strong")}. ${textOf(".eyebrow")}`;
const button = () => document.querySelector("[data-alert]");
const alertsOn = () => localStorage.getItem(KEY) === "on";
let announced = announcement();

function beep() {
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  tone.connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.25);
  tone.onended = () => sound.close();
}

function updateButton() {
  if (!button()) return;
  button().hidden = false;
  button().setAttribute("aria-pressed", String(alertsOn()));
  document.documentElement.toggleAttribute("data-attended", alertsOn());
}

function resetIcon() {
  icon.href = defaultIcon;
}

document.addEventListener("click", ({ target }) => {
  if (target !== button()) return;
  localStorage.setItem(KEY, alertsOn() ? "off" : "on");
  updateButton();
  if (alertsOn()) beep();
});
document.body.addEventListener("htmx:afterSwap", () => {
  updateButton();
  if (!announcement() || announcement() === announced) return;
  announced = announcement();
  announcer.textContent = announced;
  document.title = [textOf("strong"), ...document.title.split(" · ").slice(1)].join(" · ");
  icon.href = icon.dataset.news;
  if (!document.hidden) setTimeout(resetIcon, 10000);
  if (!alertsOn()) return;
  beep();
  navigator.vibrate?.([200, 100, 200]);
});
document.addEventListener("visibilitychange", () => document.hidden || resetIcon());
updateButton();
