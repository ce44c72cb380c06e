// Step through a replay by keyboard: arrow keys, Home and End follow the links of its navigation.
//
//   <nav data-steps> <a data-step="Home">, <a rel="prev">, <a rel="next">, <a data-step="End"> </nav>

const LINKS = { ArrowLeft: "[rel=prev]", ArrowRight: "[rel=next]", Home: "[data-step=Home]", End: "[data-step=End]" };

// Elements in which these keys have another use: text input, selection, scrolling a wide table.
const IGNORED = "input, select, textarea, [role=region]";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest(IGNORED)) return;
  const link = LINKS[event.key] && document.querySelector(`nav[data-steps] ${LINKS[event.key]}`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
