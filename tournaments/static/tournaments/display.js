// The wall display shows a long list page by page and turns the page every eight seconds, so that no scrolling is needed.
// A page has as many rows of <tbody data-pages> as fit on the screen. A short list is printed larger. The pages can be
// paused and turned by hand.

const PAGE_INTERVAL = 8000;
const MIN_ROWS = 4; // per page, even on a small screen
const SIZES = ["largest", "larger", ""]; // classes of the list; the first one in which a page fits is used, or the last
let page = 0;
let paused = false;
let timer = 0;

const list = () => document.querySelector("[data-pages]");
const rows = () => [...list().rows];
const bar = () => document.querySelector(".turning");

// The height from the top of the list to the bottom of the screen, without the footer.
function room() {
  const top = list().getBoundingClientRect().top + window.scrollY;
  return window.innerHeight - top - (document.querySelector("footer")?.offsetHeight ?? 0) - 16;
}

// Whether each page of this many rows fits on the screen, in this size.
function fits(perPage, size) {
  list().className = size;
  const space = room();
  const heights = rows().map((row) => row.offsetHeight);
  const pages = Array(Math.ceil(heights.length / perPage)).fill(0);
  for (const [index, height] of heights.entries()) pages[Math.floor(index / perPage)] += height;
  return Math.max(...pages) <= space;
}

// All pages have about the same number of rows, in the largest size in which these fit.
function rowsPerPage() {
  for (const row of rows()) row.hidden = false;
  const total = rows().length;
  let pages = 1;
  while (Math.ceil(total / pages) > MIN_ROWS && !fits(Math.ceil(total / pages), "")) pages += 1;
  const perPage = Math.ceil(total / pages);
  SIZES.find((size) => fits(perPage, size));
  return perPage;
}

function show() {
  if (!list()?.rows.length) return;
  bar().hidden = false; // the bar takes up space, too
  const size = rowsPerPage();
  const pages = Math.ceil(rows().length / size);
  page = (page + pages) % pages;
  for (const [index, row] of rows().entries()) row.hidden = Math.floor(index / size) !== page;
  bar().hidden = pages < 2;
  const label = bar().querySelector("[data-page]");
  label.textContent = label.dataset.page.replace("{n}", page + 1).replace("{pages}", pages);
  bar().querySelector("[data-pause]").setAttribute("aria-pressed", String(paused));
}

function turn(by) {
  page += by;
  show();
  if (bar() && !bar().hidden) list().dispatchEvent(new CustomEvent("turned", { bubbles: true, detail: by }));
  restartTimer();
}

function restartTimer() {
  clearInterval(timer);
  if (!paused) timer = setInterval(() => turn(1), PAGE_INTERVAL);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".turning button");
  if (!button) return;
  if (button.dataset.turn) turn(Number(button.dataset.turn));
  else {
    paused = !paused;
    show();
    restartTimer();
  }
});
document.body.addEventListener("htmx:afterSwap", show);
window.addEventListener("resize", show);
show();
restartTimer();
