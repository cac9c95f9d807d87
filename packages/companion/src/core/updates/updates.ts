import { companionPath } from '@fairwatch/contract';
import { createStore } from '@fairwatch/device/core';
import { navigate } from 'wouter/use-browser-location';
import { isNothingUnderWay } from './under-way.ts';
import { cachePrefix, type PageMessage, type WorkerMessage } from './worker-messages.ts';

const scriptUrl = `${companionPath}/sw.js`;
const hourMs = 60 * 60 * 1000;

/** Whether a newer version of the companion is available. */
export const updates = createStore<{ isAvailable: boolean }>({ isAvailable: false });

/** Activates the new version; set while the service worker is watched. */
let takeOver: () => void = () => undefined;

/** Activates the new version and reloads the page. */
export function takeNewVersion(): void {
  takeOver();
}

interface WatchParts {
  workers?: ServiceWorkerContainer;
  /** Ends the watch. A page watches for as long as it is open. */
  signal?: AbortSignal;
}

/** Registers the service worker, and looks for newer versions when the page is looked at and once an hour. */
export async function watchUpdates({ workers = navigator.serviceWorker, signal }: WatchParts = {}): Promise<void> {
  const until = signal && { signal };
  // The very first worker takes over a page of the same version, which is no update.
  let isControlled = workers.controller !== null;
  /** True after this tab activated the new version: it reloads as soon as that has taken over. */
  let isReloading = false;
  workers.addEventListener(
    'controllerchange',
    () => {
      if (isReloading) return location.reload();
      if (isControlled) offer();
      isControlled = true;
    },
    until,
  );
  workers.addEventListener(
    'message',
    (event: MessageEvent<WorkerMessage>) => {
      if (event.data.type === 'open-page') navigate(event.data.address);
    },
    until,
  );
  const registration = await register(workers);
  // Without a worker the page works while there is a network. There may be an old worker whose server has none any more.
  if (registration === null) return await leaveIfGone(workers);
  takeOver = () => {
    isReloading = true;
    // If none is waiting, another tab has activated it already.
    if (!registration.waiting) return location.reload();
    const message: PageMessage = { type: 'take-over' };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    registration.waiting.postMessage(message);
  };
  if (registration.waiting) offer();
  registration.addEventListener('updatefound', () => followInstall(registration, workers));
  if (registration.installing) followInstall(registration, workers);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible') return;
      if (updates.get().isAvailable && isNothingUnderWay()) takeNewVersion();
      else void look(registration, workers);
    },
    until,
  );
  const hourly = setInterval(() => void look(registration, workers), hourMs);
  signal?.addEventListener('abort', () => clearInterval(hourly));
}

async function register(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | null> {
  const options = { scope: `${companionPath}/`, updateViaCache: 'none' } as const;
  return await workers.register(scriptUrl, options).catch(() => null);
}

function offer(): void {
  updates.set({ isAvailable: true });
}

function followInstall({ installing }: ServiceWorkerRegistration, workers: ServiceWorkerContainer): void {
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && workers.controller !== null) offer();
  });
}

async function look(found: ServiceWorkerRegistration, workers: ServiceWorkerContainer): Promise<void> {
  await found.update().catch(() => leaveIfGone(workers));
}

/**
 * Removes the worker and its cache when the server has no companion any more, so that no stale page remains that only seems to work.
 * The person's data stays, and the reload shows the server's answer. Does nothing while the server cannot be reached.
 */
async function leaveIfGone(workers: ServiceWorkerContainer): Promise<void> {
  const answer = await fetch(scriptUrl, { cache: 'no-store', redirect: 'manual' }).catch(() => null);
  if (answer === null || !isGone(answer)) return;
  const left = await workers.getRegistration(`${companionPath}/`);
  if (!left) return;
  await left.unregister();
  await forgetFiles();
  location.reload();
}

function isGone({ status, type, ok, headers }: Response): boolean {
  const isScript = headers.get('content-type')?.includes('javascript') ?? false;
  return status === 404 || status === 410 || type === 'opaqueredirect' || (ok && !isScript);
}

/** Deletes the worker's cache, so that the next page comes from the server. */
export async function forgetFiles(): Promise<void> {
  if (!('caches' in window)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(cachePrefix)).map((name) => caches.delete(name)));
}
