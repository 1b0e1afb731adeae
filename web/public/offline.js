// The service worker: once visited, the page opens and plays with the cable unplugged. Games between people still need the server.

const CACHE = "trid";
const LIST = "offline.json";
/** A kept file is the same whoever asks for it. */
const SAME = { ignoreVary: true };

/** Files with a hash in their names never change; the list of them says which still matter. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const response = await fetch(LIST, { cache: "no-store" });
  if (!response.ok) return;
  const files = await response.json();
  const wanted = new Set(["./", ...files].map((file) => new URL(file, self.registration.scope).href));
  const kept = new Set((await cache.keys()).map((request) => request.url));
  await Promise.all([...kept].filter((url) => !wanted.has(url)).map((url) => cache.delete(url)));
  const missing = [...wanted].filter((url) => !kept.has(url) || url === self.registration.scope);
  await Promise.all(missing.map((url) => cache.add(url)));
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(keepAll));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  if (request.mode === "navigate") {
    // The newest page where there is a network; the one that was kept where there is none.
    event.respondWith(fetch(request).catch(() => caches.match(scope.href, SAME)));
  } else if (url.pathname.startsWith(`${scope.pathname}assets/`)) {
    event.respondWith(caches.match(request, SAME).then((kept) => kept ?? fetch(request)));
  }
});
