// Registers the service worker and finds out when a new version of the page is ready. It is never applied by itself.
import type { Signal } from "@preact/signals";

/** Reloads the page with the new version. */
export type ApplyVersion = () => void;

/** How often a page that stays open looks for a new version, in milliseconds. */
const CHECK_EVERY = 3_600_000;

/** Sets the signal when a new version waits. Not during development, and not without https. */
export function watchVersions(ready: Signal<ApplyVersion | null>): void {
  // Undefined without https, which the types do not say.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!import.meta.env.PROD || !workers) return;
  const register = (): void => {
    // The browser may deny it, and extensions that block it return nothing; the page then works only online.
    void workers.register("./offline.js").then(
      (registration: ServiceWorkerRegistration | undefined) => registration && follow(workers, registration, ready),
      () => undefined,
    );
  };
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}

function follow(
  workers: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  ready: Signal<ApplyVersion | null>,
): void {
  // The first worker of a visit is this version itself.
  let isFirst = workers.controller === null;
  let applying = false;
  const offer = (): void => {
    const { waiting } = registration;
    ready.value = () => {
      applying = true;
      if (waiting) waiting.postMessage("activate");
      else location.reload();
    };
  };
  const watch = (worker: ServiceWorker | null): void => {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && !isFirst) offer();
    });
  };
  if (registration.waiting && !isFirst) offer();
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  workers.addEventListener("controllerchange", () => {
    if (applying) location.reload();
    // Another tab has applied a new version.
    else if (!isFirst) offer();
    isFirst = false;
  });
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < CHECK_EVERY) return;
    checked = Date.now();
    registration.update().catch(() => undefined);
  });
}
