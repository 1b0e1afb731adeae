// The service worker: after the first visit the page works offline. Online games still need the server.

const CACHE = "trid";
const LIST = "offline.json";
/** Cached files do not depend on request headers. */
const MATCH_OPTIONS = { ignoreVary: true };

/** Caches all listed files and evicts the rest. File names contain a content hash, so cached files never go stale. */
async function updateCache() {
  const cache = await caches.open(CACHE);
  const response = await fetch(LIST, { cache: "no-store" });
  if (!response.ok) return;
  const files = await response.json();
  const wanted = new Set(["./", ...files].map((file) => new URL(file, self.registration.scope).href));
  const cached = new Set((await cache.keys()).map((request) => request.url));
  await Promise.all([...cached].filter((url) => !wanted.has(url)).map((url) => cache.delete(url)));
  const missing = [...wanted].filter((url) => !cached.has(url) || url === self.registration.scope);
  await Promise.all(missing.map((url) => cache.add(url)));
}

/** The cached page at its own address, because its files are relative to it. A link to a game keeps the game. */
async function openOffline(url, scope) {
  if (url.pathname === scope.pathname) return caches.match(scope.href, MATCH_OPTIONS);
  const [, game] = /^g\/(\w+)$/.exec(url.pathname.slice(scope.pathname.length)) ?? [];
  return Response.redirect(game === undefined ? scope.href : `${scope.href}#online=${game}`);
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(updateCache());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(updateCache));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  if (request.mode === "navigate") {
    // Network first, so that a new version shows; the cached page if offline.
    event.respondWith(fetch(request).catch(() => openOffline(url, scope)));
  } else if (url.pathname.startsWith(`${scope.pathname}assets/`)) {
    event.respondWith(caches.match(request, MATCH_OPTIONS).then((cached) => cached ?? fetch(request)));
  }
});
