// The public display shows a long list page by page and turns the page every eight seconds, so that no scrolling is
// needed. A page has as many rows of <tbody data-pages> as fit on the screen. It can be paused and turned by hand.

const PAGE_INTERVAL = 8000;
const MIN_ROWS = 4; // per page, even on a small screen
let page = 0;
let paused = false;
let timer = 0;

const rows = () => [...document.querySelectorAll("[data-pages] > tr")];
const bar = () => document.querySelector(".turning");

function rowsPerPage() {
  const [first] = rows();
  for (const row of rows()) row.hidden = false;
  const height = Math.max(...rows().map((row) => row.offsetHeight));
  const top = first.getBoundingClientRect().top + window.scrollY;
  return Math.max(MIN_ROWS, Math.floor((window.innerHeight - top - 8) / height));
}

function show() {
  if (!rows().length) return;
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
