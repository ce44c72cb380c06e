// The screen on the wall turns the pages of a long list by itself, every eight seconds, so that nobody has to scroll it:
// as many rows of <tbody data-pages> at once as there is room for. It can be paused, and turned by hand.

const TURN = 8000;
const LEAST = 4; // rows, however small the screen is
let page = 0;
let paused = false;
let timer = 0;

const rows = () => [...document.querySelectorAll("[data-pages] > tr")];
const bar = () => document.querySelector(".turning");

function room() {
  const [first] = rows();
  for (const row of rows()) row.hidden = false;
  const height = Math.max(...rows().map((row) => row.offsetHeight));
  const top = first.getBoundingClientRect().top + window.scrollY;
  return Math.max(LEAST, Math.floor((window.innerHeight - top - 8) / height));
}

function show() {
  if (!rows().length) return;
  bar().hidden = false; // it takes room itself
  const many = room();
  const pages = Math.ceil(rows().length / many);
  page = (page + pages) % pages;
  for (const [place, row] of rows().entries()) row.hidden = Math.floor(place / many) !== page;
  bar().hidden = pages < 2;
  const told = bar().querySelector("[data-page]");
  told.textContent = told.dataset.page.replace("{n}", page + 1).replace("{pages}", pages);
  bar().querySelector("[data-pause]").setAttribute("aria-pressed", String(paused));
}

function turn(by) {
  page += by;
  show();
  wait();
}

function wait() {
  clearInterval(timer);
  if (!paused) timer = setInterval(() => turn(1), TURN);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".turning button");
  if (!button) return;
  if (button.dataset.turn) turn(Number(button.dataset.turn));
  else {
    paused = !paused;
    show();
    wait();
  }
});
document.body.addEventListener("htmx:afterSwap", show);
window.addEventListener("resize", show);
show();
wait();
