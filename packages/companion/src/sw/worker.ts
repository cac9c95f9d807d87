/** The companion's service worker: serves it without a network, shows pushes, and activates a new version when the person asks for it. */
import { openDatabase } from '../core/storage/database.ts';
import { loadPushRecord } from '../core/storage/push-record.ts';
import type { PageMessage } from '../core/updates/worker-messages.ts';
import { createOfflineFiles, type OfflineBuild } from './offline-files.ts';
import { openNotified, renewSubscription, showPush, type SubscriptionChange } from './push-events.ts';

declare const self: ServiceWorkerGlobalScope;
/** Defined by the build. */
declare const __OFFLINE_BUILD__: OfflineBuild;

const { registration, clients } = self;
const { scope } = registration;
const files = createOfflineFiles({
  build: __OFFLINE_BUILD__,
  scope,
  storage: caches,
  fetchFile: (request) => fetch(request),
});

self.addEventListener('install', (event) => event.waitUntil(files.install()));
self.addEventListener('activate', (event) => event.waitUntil(files.activate().then(() => clients.claim())));
self.addEventListener('fetch', (event) => {
  const answer = files.answer(event.request);
  if (answer) event.respondWith(answer);
});
// A new version waits until no page runs the old one, or until the person asks for it here.
self.addEventListener('message', (event) => {
  if ((event.data as PageMessage | null)?.type === 'take-over') event.waitUntil(self.skipWaiting());
});
self.addEventListener('push', (event) => event.waitUntil(showPush({ registration, scope }, event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotified({ clients, scope }, event.notification.data));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  const change = event as ExtendableEvent & SubscriptionChange;
  change.waitUntil(renewSubscription(registration.pushManager, change, loadKey));
});

/** The server key of the push subscription; null when there is none. */
async function loadKey(): Promise<string | null> {
  const database = await openDatabase({ onBlocking: () => database.close() });
  try {
    return (await loadPushRecord(database))?.key ?? null;
  } finally {
    database.close();
  }
}
