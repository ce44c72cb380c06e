// The bars of <table class="time-left" data-now="...">: the time left until data-until, as a share of the longest.
//
// Both times are those of the server; the device only measures how long the page, or its part, has been open.

let received = performance.now();

function update() {
  const table = document.querySelector(".time-left");
  if (!table) return;
  const now = Date.parse(table.dataset.now) + performance.now() - received;
  const bars = [...table.querySelectorAll("rect[data-until]")];
  const full = Math.max(...bars.map((bar) => Date.parse(bar.dataset.until))) - Date.parse(table.dataset.now);
  for (const bar of bars) {
    const left = Math.max(0, Date.parse(bar.dataset.until) - now);
    bar.setAttribute("width", full > 0 ? (100 * left) / full : 0);
  }
}

document.body.addEventListener("htmx:beforeSwap", () => {
  received = performance.now();
});
document.body.addEventListener("htmx:afterSwap", update);
setInterval(update, 1000);
