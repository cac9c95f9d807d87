import { pushMessage, type PushMessage } from '@fairwatch/contract';
import type { WorkerMessage } from '../core/updates/worker-messages.ts';

/** Shown for a push that cannot be read, for instance from a newer server: a push is never silent. */
const unreadable: PushMessage = {
  kind: 'NOTIFICATION',
  tag: 'fairwatch',
  title: 'Something waits for you',
  body: 'Open Fairwatch to see what it is.',
  page: '/',
};

/** What a push says. */
export function readPush(data: { json(): unknown } | null): PushMessage {
  try {
    const read = pushMessage.safeParse(data?.json());
    return read.success && read.data.title !== '' ? read.data : unreadable;
  } catch {
    return unreadable;
  }
}

interface NotificationParts {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  scope: string;
}

/** Shows a push. The same tag replaces what was shown before, and says so again. */
export async function showPush(
  { registration, scope }: NotificationParts,
  data: { json(): unknown } | null,
): Promise<void> {
  const { title, body, tag, page } = readPush(data);
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag: tag || unreadable.tag,
    renotify: true,
    icon: new URL('icon-192.png', scope).href,
    data: { page },
  };
  await registration.showNotification(title, options);
}

/** What is used of the browser's windows: the types of a worker are not known where the tests run. */
interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
  openWindow(address: string): Promise<unknown>;
}

interface OpenWindow {
  url: string;
  postMessage(message: WorkerMessage): void;
  focus(): Promise<unknown>;
}

interface ClickParts {
  clients: Windows;
  scope: string;
}

/** Opens the page that a notification is about: in the companion that is open, or in a new window. */
export async function openNotified({ clients, scope }: ClickParts, data: unknown): Promise<void> {
  const address = addressOfPage(scope, (data as { page?: unknown } | null)?.page);
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url.startsWith(scope));
  if (!open) return void (await clients.openWindow(address));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's client has its origin already
  open.postMessage({ type: 'open-page', address });
  await open.focus();
}

/** A page of the companion, never an address outside of it. */
function addressOfPage(scope: string, page: unknown): string {
  if (typeof page !== 'string') return scope;
  const address = new URL(page.replace(/^[/\\]+/, './'), scope).href;
  return address.startsWith(scope) ? address : scope;
}

/**
 * The browser replaced its push subscription. The new one is made at once; the page compares it with what the server was told, and
 * tells the server when it is next open.
 */
export async function renewSubscription(
  manager: Pick<PushManager, 'subscribe'>,
  { newSubscription, oldSubscription }: SubscriptionChange,
  loadKey: () => Promise<string | null>,
): Promise<void> {
  if (newSubscription) return;
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? (await loadKey());
  if (applicationServerKey) await manager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** What a `pushsubscriptionchange` carries; some browsers leave both out. */
export interface SubscriptionChange {
  newSubscription?: PushSubscription | null;
  oldSubscription?: PushSubscription | null;
}
