// The wall display shows a long list page by page and turns the page every eight seconds, so that no scrolling is needed.
// A page has as many rows of <tbody data-pages> as fit on the screen, at least data-min of them. A short list is printed
// larger. The pages can be paused and turned by hand.
//
//   <div class="turning" data-part="2" data-parts="21">   the document has only this part of a very long list
//     <span data-fetch="1" hx-trigger="fetch" ...>        fetches the next part, -1 the previous one
//
// Without a connection, the pages of the part are shown again and again.

const PAGE_INTERVAL = 8000;
const MIN_ROWS = 4; // per page, even on a small screen
const SIZES = ["largest", "larger", ""]; // classes of the list; the first one in which a page fits is used, or the last
let page = 0;
let paused = false;
let timer = 0;
let pagesHere = 1; // of the part
let fetching = 0; // the direction in which the next part is being fetched

const list = () => document.querySelector("[data-pages]");
const rows = () => [...list().children];
const bar = () => document.querySelector(".turning");

// The height from the top of the list to the bottom of the screen, without the footer.
function room() {
  const top = list().getBoundingClientRect().top + window.scrollY;
  return window.innerHeight - top - (document.querySelector("footer")?.offsetHeight ?? 0) - 16;
}

function showOnly(index, perPage) {
  for (const [place, row] of rows().entries()) row.hidden = Math.floor(place / perPage) !== index;
}

// The height of the rows that are shown; those of a grid are beside each other.
function height() {
  const shown = rows().filter((row) => !row.hidden);
  return Math.max(...shown.map((row) => row.getBoundingClientRect().bottom)) - list().getBoundingClientRect().top;
}

// Whether each page of this many rows fits on the screen, in this size.
function fits(perPage, size) {
  list().classList.remove(...SIZES.filter(Boolean));
  if (size) list().classList.add(size);
  for (let index = 0; index * perPage < rows().length; index += 1) {
    showOnly(index, perPage);
    if (height() > room()) return false;
  }
  return true;
}

// All pages have about the same number of rows, in the largest size in which these fit.
function rowsPerPage() {
  const total = rows().length;
  const min = Number(list().dataset.min ?? MIN_ROWS);
  let pages = 1;
  while (Math.ceil(total / pages) > min && !fits(Math.ceil(total / pages), "")) pages += 1;
  const perPage = Math.ceil(total / pages);
  SIZES.find((size) => fits(perPage, size));
  return perPage;
}

function show() {
  if (!list()?.children.length) return;
  bar().hidden = false; // the bar takes up space, too
  const size = rowsPerPage();
  pagesHere = Math.ceil(rows().length / size);
  page = (page + pagesHere) % pagesHere;
  showOnly(page, size);
  const { part, parts } = bar().dataset; // all parts have about the same number of pages
  bar().hidden = pagesHere * parts < 2;
  const label = bar().querySelector("[data-page]");
  const number = (part - 1) * pagesHere + page + 1;
  label.textContent = label.dataset.page.replace("{n}", number).replace("{pages}", pagesHere * parts);
  bar().querySelector("[data-pause]").setAttribute("aria-pressed", String(paused));
}

function turned(by) {
  if (bar() && !bar().hidden) list().dispatchEvent(new CustomEvent("turned", { bubbles: true, detail: by }));
}

function turn(by) {
  const end = page + by < 0 || page + by === pagesHere;
  const next = end && bar()?.querySelector(`[data-fetch="${by}"]`);
  if (next && !fetching) {
    fetching = by;
    next.dispatchEvent(new Event("fetch"));
  } else {
    page += by;
    show();
    turned(by);
  }
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
// Before live.js returns the focus, because a hidden button cannot have it.
function showSwapped() {
  const by = fetching;
  fetching = 0;
  if (by) page = by === 1 ? 0 : -1;
  show();
  if (by) turned(by);
}

document.body.addEventListener("htmx:afterSwap", showSwapped, { capture: true });
document.body.addEventListener("htmx:afterRequest", ({ detail: { successful } }) => {
  if (!fetching || successful) return;
  page += fetching;
  fetching = 0;
  show();
});
window.addEventListener("resize", show);
show();
restartTimer();
