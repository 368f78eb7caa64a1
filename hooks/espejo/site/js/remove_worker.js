// @ts-check
// Self-removing service worker: published instead of the real one once the site no longer works offline.
import { listCaches } from "./offline/kept.js";

const worker = /** @type {ServiceWorkerGlobalScope & typeof globalThis} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("message", () => void worker.skipWaiting()); // again: browsers may put it off
worker.addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  const names = await listCaches(worker.registration.scope);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
