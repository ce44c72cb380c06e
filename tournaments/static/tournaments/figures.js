// The figures of the standings: the calculations of a row are fetched when one of its figures is opened.
//
//   <tr> <details data-figure="omw"> <summary>66.67</summary> <a href="standings/17#omw">Calculation</a> </details>
//
// The page at the address has a section with the id of each figure. Without JavaScript, and without a connection, the
// link to it stays.

async function calculations(link) {
  const response = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  return response?.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
}

// The event does not bubble.
document.addEventListener(
  "toggle",
  async ({ target }) => {
    const link = target.open && target.matches("[data-figure]") && target.querySelector("a");
    const found = link && (await calculations(link));
    if (!found) return;
    for (const details of target.closest("tr").querySelectorAll("[data-figure]")) {
      const calculation = found.querySelector(`#${CSS.escape(details.dataset.figure)} .arithmetic`);
      if (calculation) details.querySelector("a")?.replaceWith(calculation);
    }
  },
  true,
);
