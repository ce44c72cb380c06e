// Cache the latest copy of the pages that people look up at the venue, for use without a connection: an event, its
// pairings, standings and display, and matches. Pages of drafts, decks and games are never cached. The cache is deleted
// when a user signs in or out on the device.
//
// <html data-saved> of a cached page has the time at which it was saved, by the device clock. The clocks on the page
// continue from that time.
//
// It also shows notifications (Web Push), and opens their page on a click. Signing out on the device ends them.

const CACHE = "saved-1";
const CACHED_PATHS = /^\/(e\/[^/]+\/(pairings|standings|display)?|match\/[0-9a-f-]{36})$/;
const ACCOUNT_PATHS = /^\/(sign-in|sign-out|recover|join|language)(\/|$)/;

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
  const now = /now;desc="([^"]+)"/.exec(copy.headers.get("Server-Timing") ?? "")?.[1] ?? "";
  const openingTag = `<html data-saved="${copy.headers.get("X-Saved-At")}" data-saved-now="${now}" `;
  return new Response((await copy.text()).replace(/<html\s/, openingTag), { headers: copy.headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (ACCOUNT_PATHS.test(pathname)) event.waitUntil(caches.delete(CACHE));
  if (pathname === "/sign-out") event.waitUntil(unsubscribe());
  if (request.method !== "GET") return;
  const page = CACHED_PATHS.test(pathname) && !search;
  if ((page && request.mode === "navigate") || pathname.startsWith("/static/")) {
    event.respondWith(fetchAndSave(event).catch(() => saved(request.url)));
  } else if (page && request.headers.has("HX-Request")) {
    event.respondWith(fetchAndSave(event));
  }
});

// Cache the page that was open before the worker started, and its static files.
self.addEventListener("message", (event) => {
  const fetchOne = async (url) => save(url, await fetch(url));
  const urls = event.data.filter((url) => {
    const { origin, pathname, search } = new URL(url);
    const page = CACHED_PATHS.test(pathname) && !search;
    return origin === self.location.origin && (page || pathname.startsWith("/static/"));
  });
  event.waitUntil(Promise.allSettled(urls.map(fetchOne)));
});

async function unsubscribe() {
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

// {"title", "body", "url", "tag", "lang"}: a newer notification of the same kind replaces the older one.
self.addEventListener("push", (event) => {
  const { title, body, url, tag, lang } = event.data?.json() ?? { title: "Passleft", url: "/" };
  const icon = "{{ icon }}";
  const options = { body, tag, lang, icon, renotify: Boolean(tag), data: url };
  event.waitUntil(self.registration.showNotification(title, options));
});

async function open(url) {
  const address = new URL(url, self.location.origin);
  if (address.origin !== self.location.origin) return undefined;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = windows.find((each) => each.url === address.href);
  return same ? same.focus() : self.clients.openWindow(address.href);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? "/"));
});
