import { pushMessage, type PushMessage } from '@fairwatch/contract';
import type { WorkerMessage } from '../core/updates/worker-messages.ts';
import { t } from '../core/push/push.texts.ts';

const defaultTag = 'fairwatch';

/** Shown for a push that cannot be parsed, for instance from a newer server: a push is never silent. */
const unreadable = (): PushMessage => ({
  kind: 'NOTIFICATION',
  tag: defaultTag,
  title: t('unreadable.title'),
  body: t('unreadable.text'),
  page: '/',
});

/** Parses the content of a push. */
export function readPush(data: { json(): unknown } | null): PushMessage {
  try {
    const read = pushMessage.safeParse(data?.json());
    return read.success && read.data.title !== '' ? read.data : unreadable();
  } catch {
    return unreadable();
  }
}

interface NotificationParts {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  scope: string;
}

/** Shows a push as a notification. One with the same tag replaces the earlier one, and alerts again. */
export async function showPush(
  { registration, scope }: NotificationParts,
  data: { json(): unknown } | null,
): Promise<void> {
  const { title, body, tag, page } = readPush(data);
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag: tag || defaultTag,
    renotify: true,
    icon: new URL('icon-192.png', scope).href,
    data: { page },
  };
  await registration.showNotification(title, options);
}

/** The used part of the service worker's clients API, whose types do not exist where the tests run. */
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
 * Handles a push subscription that the browser replaced: subscribes again at once. The page compares it with what was sent to the
 * server, and updates the server when it is open next.
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

/** The fields of a `pushsubscriptionchange` event; some browsers leave both out. */
export interface SubscriptionChange {
  newSubscription?: PushSubscription | null;
  oldSubscription?: PushSubscription | null;
}
