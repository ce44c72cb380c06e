// If an update changes the text of an element with data-announce, the text is announced to screen readers.

const announcer = document.getElementById("announcer");
const text = () => document.querySelector("[data-announce]")?.textContent.replace(/\s+/g, " ").trim();
let announced = text();

document.body.addEventListener("htmx:afterSwap", () => {
  const current = text();
  if (current && current !== announced) announcer.textContent = current;
  announced = current;
});
