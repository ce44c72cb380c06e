// The keys 1 to 9 press the answer of that number.

document.addEventListener("keydown", (event) => {
  const writing = event.target.closest("input, textarea, select");
  if (writing || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  document.querySelectorAll("[data-choose] button[name=option]")[Number(event.key) - 1]?.click();
});
