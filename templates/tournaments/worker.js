// Keeps the last copy of what people look up in a hall, for when there is no connection: an event, its pairings, its
// standings, its display, and matches. Nothing of a draft, a deck or a game is ever kept; and nothing at all once
// somebody signs in or out on the device.
//
// A saved page says when it was saved, by the device's own clock, in <html data-saved>: its clocks count on from there.

const CACHE = "saved-1";
const KEPT = /^\/(e\/[^/]+\/(pairings|standings|display)?|match\/[0-9a-f-]{36})$/;
const SOMEBODY_ELSE = /^\/(sign-in|sign-out|recover|join|language)(\/|$)/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function save(url, response) {
  const cache = await caches.open(CACHE);
  if (!response.ok || response.redirected) return cache.delete(url);
  const headers = new Headers(response.headers);
  headers.set("X-Saved-At", Date.now());
  return cache.put(url, new Response(await response.blob(), { headers }));
}

async function fetchAndSave(event) {
  const response = await fetch(event.request);
  event.waitUntil(save(event.request.url, response.clone()));
  return response;
}

async function saved(url) {
  const copy = await (await caches.open(CACHE)).match(url);
  if (!copy) return Response.error();
  if (!copy.headers.get("Content-Type").startsWith("text/html")) return copy;
  const told = `<html data-saved="${copy.headers.get("X-Saved-At")}" `;
  return new Response((await copy.text()).replace("<html ", told), { headers: copy.headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (SOMEBODY_ELSE.test(pathname)) event.waitUntil(caches.delete(CACHE));
  if (request.method !== "GET") return;
  const page = KEPT.test(pathname) && !search;
  if ((page && request.mode === "navigate") || pathname.startsWith("/static/")) {
    event.respondWith(fetchAndSave(event).catch(() => saved(request.url)));
  } else if (page && request.headers.has("HX-Request")) {
    event.respondWith(fetchAndSave(event));
  }
});

// The page that was open before there was a worker, and what it is made of.
self.addEventListener("message", (event) => {
  const each = async (url) => save(url, await fetch(url));
  const wanted = event.data.filter((url) => {
    const { origin, pathname, search } = new URL(url);
    return origin === self.location.origin && ((KEPT.test(pathname) && !search) || pathname.startsWith("/static/"));
  });
  event.waitUntil(Promise.allSettled(wanted.map(each)));
});
