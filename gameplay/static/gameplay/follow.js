// Move to the page of <a data-follow> when it appears in a change: a rematch has started.

document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  const link = document.querySelector("#table [data-follow]");
  if (link) location.assign(link.href);
  else if (detail.requestConfig?.elt.id === "rematch") document.querySelector("#rematch button")?.focus();
});
