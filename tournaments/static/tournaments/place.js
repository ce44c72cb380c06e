// Where somebody should be now, <p data-place>, has changed: it is read aloud, the table first, and shown in the tab's
// title and icon until somebody has looked. Who wants it also hears and feels it, with the page in the background, too.

const KEY = "alert";
const announcer = document.getElementById("announcer");
const icon = document.querySelector("link[rel=icon]");
const quiet = icon.href;
const said = (part) => document.querySelector(`[data-place] ${part}`)?.textContent.trim();
const words = () => said("strong") && `${said("strong")}. ${said(".eyebrow")}`;
const button = () => document.querySelector("[data-alert]");
const wanted = () => localStorage.getItem(KEY) === "on";
let known = words();

function beep() {
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  tone.connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.25);
  tone.onended = () => sound.close();
}

function show() {
  if (!button()) return;
  button().hidden = false;
  button().setAttribute("aria-pressed", String(wanted()));
  document.documentElement.toggleAttribute("data-attended", wanted());
}

function look() {
  icon.href = quiet;
}

document.addEventListener("click", ({ target }) => {
  if (target !== button()) return;
  localStorage.setItem(KEY, wanted() ? "off" : "on");
  show();
  if (wanted()) beep();
});
document.body.addEventListener("htmx:afterSwap", () => {
  show();
  if (!words() || words() === known) return;
  known = words();
  announcer.textContent = known;
  document.title = [said("strong"), ...document.title.split(" · ").slice(1)].join(" · ");
  icon.href = icon.dataset.news;
  if (!document.hidden) setTimeout(look, 10000);
  if (!wanted()) return;
  beep();
  navigator.vibrate?.([200, 100, 200]);
});
document.addEventListener("visibilitychange", () => document.hidden || look());
show();
