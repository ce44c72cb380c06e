// A deck check: counts what is ticked, and how long it takes, without asking the server for either.

const found = document.querySelector("[data-found]");
const timer = document.querySelector("[data-since]");

function count() {
  const ticked = document.querySelectorAll("[name=found]:checked").length;
  found.textContent = `${ticked}/${found.dataset.of}`;
}

if (found) document.addEventListener("change", count);
if (timer) {
  // The device's clock may be wrong: only how long the page is open is taken from it.
  const before = Date.parse(timer.dataset.now) - Date.parse(timer.dataset.since);
  const tell = () => {
    const seconds = Math.floor((before + performance.now()) / 1000);
    timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  tell();
  setInterval(tell, 1000);
}
