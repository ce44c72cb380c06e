// Clocks: <div class="clock" role="timer" data-deadline="..." data-now="..." data-last="..." data-over="...">
//
// Both times are the server's, so the device's own clock may be wrong; nothing is asked of the server while it counts.
// A timer is not read aloud by itself: 30, 10 and 5 seconds are told in a status region of their own.

const TOLD = [30, 10, 5];
const announcer = document.getElementById("announcer");
const clocks = new WeakMap();
// When the page, or the part of it that came last, began to arrive; of a saved copy, when that was saved.
const { saved } = document.documentElement.dataset;
let arrived = Number(saved) || performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);

function shown(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const short = `${minutes % 60}:${two(seconds % 60)}`;
  return minutes < 60 ? short : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

function told(before, seconds) {
  const passed = TOLD.filter((mark) => before > mark && seconds <= mark && seconds > 0).pop();
  if (passed) announcer.textContent = announcer.dataset.seconds.replace("{n}", passed);
  else if (before > 0 && seconds === 0) announcer.textContent = announcer.dataset.over;
}

function paint(element) {
  const { deadline, now } = element.dataset;
  let clock = clocks.get(element);
  if (clock?.deadline !== deadline) {
    clock = { deadline, ahead: Date.parse(now) - arrived, seconds: -1 };
    clocks.set(element, clock);
  }
  const left = Math.max(0, Date.parse(deadline) - Date.now() - clock.ahead);
  const seconds = Math.ceil(left / 1000);
  if (seconds === clock.seconds) return;
  told(clock.seconds, seconds);
  clock.seconds = seconds;
  element.dataset.state = seconds === 0 ? "over" : seconds <= 10 ? "last" : seconds <= 30 ? "soon" : "running";
  element.querySelector(".clock-time").textContent = shown(seconds);
  if (seconds <= 10) element.querySelector(".clock-label").textContent = element.dataset[seconds ? "last" : "over"];
}

function tick() {
  document.querySelectorAll("[data-deadline]").forEach(paint);
}

// Times of day in the reader's own zone.
function localise() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" });
  }
}

document.body.addEventListener("htmx:beforeSwap", () => {
  arrived = Date.now();
});
document.body.addEventListener("htmx:afterSwap", () => {
  tick();
  localise();
});
// What a page shows by itself has just been told.
document.body.addEventListener("shown", () => {
  arrived = Date.now();
  tick();
});
setInterval(tick, 200);
tick();
localise();
