// <form data-once>: a second press while the first is under way sends nothing. The browser would drop the answer to the
// first, and the second would be refused: what the form spends is gone by then.

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-once]")) return;
  if (event.target.dataset.once === "sent") event.preventDefault();
  event.target.dataset.once = "sent";
});

// The page comes back as it was left, from the browser's memory.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-once]")) form.dataset.once = "";
});
