// Lines between the cards that meet in a fight or attack: each item of what is being resolved that names two cards.

const PATH = "http://www.w3.org/2000/svg";

// The middle of the edge that faces the other card.
function edge(element, other, within) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const isAbove = top < other.getBoundingClientRect().top;
  return [left + width / 2 - within.left, (isAbove ? top + height : top) - within.top];
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
    const [[x, y], [tx, ty]] = [edge(from, to, within), edge(to, from, within)];
    const path = document.createElementNS(PATH, "path");
    path.setAttribute("d", `M${x} ${y}C${x} ${(y + ty) / 2} ${tx} ${(y + ty) / 2} ${tx} ${ty}`);
    svg.append(path);
  }
  felt.append(svg);
}

addEventListener("resize", draw);
document.addEventListener("still", draw); // cards have moved to their places (motion.js)
draw();
