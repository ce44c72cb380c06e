// The theme switch: auto, light or dark. The choice is stored in a cookie, so that the server renders the right theme.

const root = document.documentElement;
const box = document.getElementById("theme"); // absent on the wall display

function update() {
  const current = root.dataset.theme || "auto";
  for (const button of box.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.value === current));
  }
}

box?.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.value === "auto") delete root.dataset.theme;
  else root.dataset.theme = button.value;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${button.value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  update();
});
if (box) {
  box.hidden = false;
  update();
}
