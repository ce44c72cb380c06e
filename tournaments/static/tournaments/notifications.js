// Notifications on this device (Web Push). The browser asks for permission only after a click on the button.

const part = document.querySelector("[data-push]");
const state = part.querySelector("[data-push-state]");
const on = part.querySelector("[data-push-on]");
const off = part.querySelector("[data-push-off]");

const isApple = /iPhone|iPad/.test(navigator.userAgent);
const supported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function show(name) {
  state.textContent = part.querySelector(`[data-say="${name}"]`).content.textContent.trim();
  on.hidden = name !== "off" && name !== "failed";
  off.hidden = name !== "on";
}

async function send(fields) {
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: part.dataset.token });
  const response = await fetch(part.dataset.url, { method: "POST", body });
  if (!response.ok) throw new Error(response.status);
}

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return show("denied");
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: part.dataset.key };
  const subscription = await registration.pushManager.subscribe(options);
  await send({
    endpoint: subscription.endpoint,
    p256dh: encode(subscription.getKey("p256dh")),
    auth: encode(subscription.getKey("auth")),
  });
  show("on");
  off.focus();
}

async function unsubscribe() {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription) {
    await send({ endpoint: subscription.endpoint, do: "off" });
    await subscription.unsubscribe();
  }
  show("off");
  on.focus();
}

on.addEventListener("click", () => subscribe().catch(() => show("failed")));
off.addEventListener("click", () => unsubscribe().catch(() => show("failed")));

if (supported) {
  await navigator.serviceWorker.register("/worker.js").catch(() => {});
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  show(Notification.permission === "denied" ? "denied" : subscription ? "on" : "off");
} else if (isApple) {
  show("install");
}
