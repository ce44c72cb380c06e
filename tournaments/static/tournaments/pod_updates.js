// Picks that the stream sends: the pod changes on the pages of officials, and the page is not fetched again.
//
//   <section data-pod="pod/7" data-pack-round="2">    a pod during the draft
//     <span data-pick-text="Pick {pick} of 11">       the text of the pick of its fullest pack
//     <ol class="seats">                              drafting/parts/pod_map.html; the pod then has data-pack-counts,
//                                                     the texts for 0, 1, 2 ... packs, separated by "|"
//     <span data-holds="Alice has {packs} packs">     for each seat, hidden unless its player has several packs
//
// Other updates, and those that open packs, make the page fetch itself (live.js).

function updateSeat(seat, packs, text) {
  const shown = seat.querySelector(".packs");
  if (shown.childElementCount === packs) return;
  shown.replaceChildren(...Array.from({ length: packs }, () => document.createElement("i")));
  seat.querySelector(".packs + .sr").textContent = text;
}

function update(pod, { pick, queues }) {
  const text = pod.querySelector("[data-pick-text]");
  text.textContent = text.dataset.pickText.replace("{pick}", pick);
  const counts = pod.dataset.packCounts?.split("|");
  pod.querySelectorAll(".seats > li").forEach((seat, i) => updateSeat(seat, queues[i], counts[queues[i]]));
  pod.querySelectorAll("[data-holds]").forEach((holder, i) => {
    holder.hidden = queues[i] < 2;
    holder.textContent = holder.dataset.holds.replace("{packs}", queues[i]);
  });
}

document.addEventListener("payload", (event) => {
  const { stream, all } = event.detail;
  if (!all?.pick) return;
  const pods = [...document.querySelectorAll(`[data-pod="${CSS.escape(stream)}"]`)];
  if (pods.some((pod) => Number(pod.dataset.packRound) !== all.pack_round)) return;
  pods.forEach((pod) => update(pod, all));
  event.preventDefault();
});
