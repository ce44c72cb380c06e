// Results that the stream sends: the row of the match changes, and the page is not fetched again.
//
//   <section data-round="3">                     holds the rows of a round, and how many of its results are in:
//     <span data-counted>12</span> <progress data-counted value="12">
//     <tr data-row="..." data-state="missing">   a match; <th> are its players, <span data-state-of> shows its state
//   <p data-new-results hidden>                  shown instead on pages with a long list that depends on all results:
//                                                they are fetched once the last result of the round is in
//
// An update without a payload, or one that does not follow the page's number, makes the page fetch itself (live.js).

const language = document.documentElement.lang;

function count(round, difference) {
  for (const counted of document.querySelectorAll(`[data-round="${round}"] [data-counted]`)) {
    if ("value" in counted) counted.value += difference;
    else counted.textContent = Number(counted.textContent) + difference;
  }
}

function show(change) {
  count(change.round, change.counted);
  const row = document.querySelector(`[data-round="${change.round}"] [data-row="${CSS.escape(change.row)}"]`);
  const state = row?.querySelector("[data-state-of]");
  if (!state) return;
  state.innerHTML = change.html[language] ?? change.html.en;
  if ("state" in row.dataset) row.dataset.state = change.state;
  const [a, b] = row.querySelectorAll("th");
  a?.classList.toggle("won", change.won === "a");
  b?.classList.toggle("won", change.won === "b");
}

document.addEventListener("payload", (event) => {
  const changes = event.detail.all;
  if (!Array.isArray(changes)) return;
  const waiting = event.target.querySelector("[data-new-results]");
  if (waiting && changes.some((change) => change.all_in)) return;
  document.body.dispatchEvent(new Event("before-rows-change"));
  if (waiting) waiting.hidden &&= changes.every((change) => change.counted === 0);
  else changes.forEach(show);
  event.preventDefault();
  document.body.dispatchEvent(new Event("rows-changed"));
});
