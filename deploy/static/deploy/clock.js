// Clocks: <div class="clock" role="timer" data-deadline="..." data-now="..." data-last="..." data-over="...">
//
// Both times are server times, so a wrong device clock does no harm. The countdown sends no requests. Screen readers do
// not announce a timer by themselves, so the marks at 30, 10 and 5 seconds are announced in a separate status region.

const ANNOUNCED_SECONDS = [30, 10, 5];
const announcer = document.getElementById("announcer");
const clocks = new WeakMap();
// The time at which the response for the page, or for its latest part, arrived. For a saved copy: when it was saved.
const { saved, savedNow } = document.documentElement.dataset;
const navigation = performance.getEntriesByType("navigation")[0];
let receivedAt = Number(saved) || performance.timeOrigin + (navigation?.responseStart ?? 0);
// The server's time then. The content of the page may be an older copy that the server has confirmed (304).
let confirmedNow = savedNow || navigation?.serverTiming?.find(({ name }) => name === "now")?.description;

function formatTime(seconds) {
  const pad = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const short = `${minutes % 60}:${pad(seconds % 60)}`;
  return minutes < 60 ? short : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

function announce(before, seconds) {
  const passed = ANNOUNCED_SECONDS.filter((mark) => before > mark && seconds <= mark && seconds > 0).pop();
  if (passed) announcer.textContent = announcer.dataset.seconds.replace("{n}", passed);
  else if (before > 0 && seconds === 0) announcer.textContent = announcer.dataset.over;
}

function render(element) {
  const { deadline, now } = element.dataset;
  let clock = clocks.get(element);
  if (clock?.deadline !== deadline) {
    clock = { deadline, ahead: Date.parse(confirmedNow || now) - receivedAt, seconds: -1 };
    clocks.set(element, clock);
  }
  const left = Math.max(0, Date.parse(deadline) - Date.now() - clock.ahead);
  const seconds = Math.ceil(left / 1000);
  if (seconds === clock.seconds) return;
  announce(clock.seconds, seconds);
  clock.seconds = seconds;
  element.dataset.state = seconds === 0 ? "over" : seconds <= 10 ? "last" : seconds <= 30 ? "soon" : "running";
  element.querySelector(".clock-time").textContent = formatTime(seconds);
  if (seconds <= 10) element.querySelector(".clock-label").textContent = element.dataset[seconds ? "last" : "over"];
}

function tick() {
  document.querySelectorAll("[data-deadline]").forEach(render);
}

// Show times of day in the user's time zone: <time datetime data-local>, with the precision "", "minutes", "date" or "day".
const PRECISION = {
  "": { timeStyle: "medium" },
  minutes: { timeStyle: "short" },
  date: { dateStyle: "medium", timeStyle: "short" },
  day: { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
};

function localise() {
  const { lang } = document.documentElement;
  for (const time of document.querySelectorAll("time[data-local]")) {
    const style = { hourCycle: "h23", ...PRECISION[time.dataset.local] };
    time.textContent = new Date(time.dateTime).toLocaleString(lang, style);
  }
}

function receive() {
  receivedAt = Date.now();
  confirmedNow = "";
}

document.body.addEventListener("htmx:beforeSwap", receive);
document.body.addEventListener("htmx:afterSwap", () => {
  tick();
  localise();
});
// The page has rendered data that the stream has just sent.
document.body.addEventListener("shown", () => {
  receive();
  tick();
});
const asOf = document.querySelector("#as-of time");
if (asOf && confirmedNow) asOf.dateTime = confirmedNow;
setInterval(tick, 200);
tick();
localise();
