// Step through a replay by keyboard: arrow keys, with Shift to another turn, Home and End follow the links of its
// navigation.
//
//   <nav data-steps> <a data-step="Home">, <a rel="prev">, <a rel="next">, <a data-step="End">,
//                    <a data-step="PreviousTurn">, <a data-step="NextTurn"> </nav>

const LINKS = { ArrowLeft: "[rel=prev]", ArrowRight: "[rel=next]", Home: "[data-step=Home]", End: "[data-step=End]" };
const SHIFTED = { ArrowLeft: "[data-step=PreviousTurn]", ArrowRight: "[data-step=NextTurn]" };

// Elements in which these keys have another use: text input, selection, scrolling a wide table.
const IGNORED = "input, select, textarea, [role=region]";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest(IGNORED)) return;
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const wanted = (event.shiftKey ? SHIFTED : LINKS)[event.key];
  const link = wanted && document.querySelector(`nav[data-steps] ${wanted}[href]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
