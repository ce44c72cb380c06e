// A new event: list the details that differ from the preset, and send the time zone of the browser with the form.
//
// The form as it was first rendered is the preset, unless the server has already listed differences: then the list is only
// extended by what changes from here on.

const form = document.querySelector("form.new-event");
const line = document.getElementById("differences");
const list = line.querySelector("[data-list]");
const listed = list.textContent ? [list.textContent] : [];

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
form.elements.zone.value = zone;
for (const hint of form.querySelectorAll('[id$="starts_at_helptext"]')) hint.textContent = zone;

const words = (element) => element?.textContent.replace(/\s+/g, " ").trim().split(/[:：]/)[0] ?? "";
const title = (control) => words(control.closest("fieldset.choices")?.querySelector("legend") ?? control.labels?.[0]);

function difference(control) {
  if (control.type === "radio") return control.checked && !control.defaultChecked ? `${title(control)}: ${words(control.labels[0])}` : "";
  if (control.type === "checkbox") {
    if (control.checked === control.defaultChecked) return "";
    return control.closest("fieldset.choices") ? title(control) : words(control.labels[0]);
  }
  if (control.type === "file") return control.value ? title(control) : "";
  if (control.type === "select-one") {
    const usual = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
    return control.selectedOptions[0] === usual ? "" : `${title(control)}: ${words(control.selectedOptions[0])}`;
  }
  return control.value === control.defaultValue ? "" : `${title(control)}: ${control.value}`;
}

function refresh() {
  const controls = [...form.querySelectorAll("details :is(input, select)")].filter((control) => !control.closest(".by-round, .days"));
  const found = [...new Set([...listed, ...controls.map(difference).filter(Boolean)])];
  list.textContent = found.join(", ");
  line.hidden = !found.length;
}

form.addEventListener("change", refresh);
refresh(); // the browser may have restored values
