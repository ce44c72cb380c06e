// A deck check: count the ticked cards and show the elapsed time, without requests to the server.

const found = document.querySelector("[data-found]");
const timer = document.querySelector("[data-since]");

function updateCount() {
  const ticked = document.querySelectorAll("[name=found]:checked").length;
  found.textContent = `${ticked}/${found.dataset.of}`;
}

if (found) document.addEventListener("change", updateCount);
if (timer) {
  // The device clock may be wrong, so it only measures how long the page has been open.
  const before = Date.parse(timer.dataset.now) - Date.parse(timer.dataset.since);
  const updateTimer = () => {
    const seconds = Math.floor((before + performance.now()) / 1000);
    timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  updateTimer();
  setInterval(updateTimer, 1000);
}
