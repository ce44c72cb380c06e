// Buttons that copy the text of the field beside them. Without the clipboard, the text is selected instead.

for (const holder of document.querySelectorAll("[data-copy-text]")) {
  const button = holder.querySelector("button");
  const field = holder.querySelector("textarea");
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.done;
    } catch {
      field.select();
    }
  });
}
