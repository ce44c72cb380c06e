// <form data-once>: prevent a second submission while the first one is in progress. Otherwise the browser would discard
// the response to the first request, and the server would refuse the second one, because its one-time token has been used.

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-once]")) return;
  if (event.target.dataset.once === "sent") event.preventDefault();
  event.target.dataset.once = "sent";
});

// The browser's back/forward cache restores the page in its previous state.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-once]")) form.dataset.once = "";
});
