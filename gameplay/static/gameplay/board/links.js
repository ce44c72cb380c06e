// Lines between the cards that meet in a fight or attack: each item of what is being resolved that names two cards.

const PATH = "http://www.w3.org/2000/svg";

function centre(element, within) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2 - within.left, top + height / 2 - within.top];
}

function draw() {
  const felt = document.querySelector(".felt");
  felt?.querySelector(".links")?.remove();
  const pairs = [...document.querySelectorAll(".clash-lines [data-cards]")]
    .map((line) => line.dataset.cards.split(" ").map((id) => document.getElementById(id)))
    .filter((cards) => cards.length > 1 && cards.every(Boolean));
  if (!pairs.length) return;
  const svg = document.createElementNS(PATH, "svg");
  svg.classList.add("links");
  svg.setAttribute("aria-hidden", "true");
  const within = felt.getBoundingClientRect();
  for (const [from, to] of pairs) {
    const [[x, y], [tx, ty]] = [centre(from, within), centre(to, within)];
    const path = document.createElementNS(PATH, "path");
    path.setAttribute("d", `M${x} ${y}Q${(x + tx) / 2 + (ty - y) / 8} ${(y + ty) / 2} ${tx} ${ty}`);
    svg.append(path);
  }
  felt.append(svg);
}

addEventListener("resize", draw);
document.body.addEventListener("htmx:afterSettle", draw);
draw();
