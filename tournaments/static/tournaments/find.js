// Find a player in a long list: <form data-find hidden> shows only the rows [data-row] that contain the text of its field.
//
// The field appears if the list is longer than a screen. It is outside of the part that is updated, so it keeps its text.

const LONG = 12; // rows
const form = document.querySelector("form[data-find]");
const field = form?.querySelector("input");
const plain = (text) => text.normalize("NFKC").toLocaleLowerCase();

function find() {
  const rows = [...document.querySelectorAll("tr[data-row]")];
  const wanted = plain(field.value.trim());
  form.hidden = rows.length <= LONG;
  for (const row of rows) row.hidden = Boolean(wanted) && !plain(row.textContent).includes(wanted);
  form.querySelector("[data-none]").hidden = !rows.length || rows.some((row) => !row.hidden);
}

if (form) {
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", find);
  document.body.addEventListener("htmx:afterSwap", find);
  find();
}
