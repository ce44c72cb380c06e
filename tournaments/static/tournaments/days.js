// The later days of an event: show stored starts in the time zone of the browser, and send that with the form.

const form = document.querySelector("form:has([name=zone])");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
form.elements.zone.value = timeZone;
for (const hint of form.querySelectorAll('[id$="starts_at_helptext"]')) hint.textContent = timeZone;

for (const input of form.querySelectorAll("[data-utc]")) {
  const moment = new Date(`${input.dataset.utc}Z`);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  input.value = local.toISOString().slice(0, 16);
}
