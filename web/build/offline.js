// The service worker: after the first visit the page works offline. Online games still need the server. The build
// replaces the list of files, so that each version of the page has a worker of its own.
//
// A new version is cached beside the running one and waits: it takes over when the player asks for it or when no tab
// shows the page any more. Until then the running version keeps its files.

/** The files of this version that are cached at once. Their names contain a content hash. */
const FILES = ["__FILES__"];
/** Those of the puzzles, which are cached when the puzzles are opened. */
const PUZZLES = ["__PUZZLES__"];
const VERSION = "__VERSION__";

const PREFIX = "trid";
const CACHE = `${PREFIX}-${VERSION}`;
/** Cached files do not depend on request headers. */
const MATCH_OPTIONS = { ignoreVary: true };

async function install() {
  const cache = await caches.open(CACHE);
  // `reload`: not from the HTTP cache, which may hold the page of another version.
  await cache.add(new Request("./", { cache: "reload" }));
  await keep(cache, FILES);
}

function keep(cache, files) {
  return Promise.all(files.map(async (file) => (await copyFromOtherVersion(cache, file)) || cache.add(file)));
}

/** Most files are the same in the next version. Only the names of assets say so. */
async function copyFromOtherVersion(cache, file) {
  const response = file.startsWith("assets/") ? await caches.match(file, MATCH_OPTIONS) : undefined;
  if (response) await cache.put(file, response);
  return response !== undefined;
}

/** Keeps the version before: another tab may still run it and load parts of it later. */
async function evictOldVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = names.filter((name) => name !== CACHE).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => event.waitUntil(evictOldVersions().then(() => self.clients.claim())));

self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
  if (event.data === "puzzles") event.waitUntil(caches.open(CACHE).then((cache) => keep(cache, PUZZLES)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  if (request.mode === "navigate") event.respondWith(navigate(request, url, scope));
  else if (isKept(url.pathname.slice(scope.pathname.length))) {
    event.respondWith(caches.match(request, MATCH_OPTIONS).then((cached) => cached ?? fetchAsset(request)));
  }
});

function isKept(file) {
  return /^(assets|daily)\//.test(file) || FILES.includes(file);
}

/** A file that is cached only when it is used: of the puzzles, the picture of a set, the module with films. */
async function fetchAsset(request) {
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(CACHE);
    // With a full storage the file is only not kept.
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  return response;
}

/** The page of this version. Other documents come from the network; offline, a link to a game opens the page. */
async function navigate(request, url, scope) {
  const cache = await caches.open(CACHE);
  const page = await cache.match(scope.href, MATCH_OPTIONS);
  if (page && url.pathname === scope.pathname) return page;
  return fetch(request).catch(() => openOffline(url, scope));
}

/** A redirect to the page at its own address, because its files are relative to it. A link to a game keeps the game. */
function openOffline(url, scope) {
  const [, game] = /^g\/(\w+)$/.exec(url.pathname.slice(scope.pathname.length)) ?? [];
  return Response.redirect(game === undefined ? scope.href : `${scope.href}#online=${game}`);
}
