// @ts-check
// Service worker that removes the service worker: it is published in its place when the site is not to be kept any more.
import { listCaches } from "./offline/kept.js";

const worker = /** @type {ServiceWorkerGlobalScope & typeof globalThis} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("message", () => void worker.skipWaiting()); // again: a browser may have put it off
worker.addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  const names = await listCaches(worker.registration.scope);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
