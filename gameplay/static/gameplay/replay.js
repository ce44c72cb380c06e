// Stepping through a replay: the arrows, Home and End follow the link that has that key.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (!link || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  link.click();
});
