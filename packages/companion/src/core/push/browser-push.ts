import { companionPath, type PushSubscriptionKeys } from '@fairwatch/contract';
import { isHomeScreenNeeded } from '../browser/home-screen.ts';
import { t } from './push.texts.ts';

/**
 * Whether this browser can be reached by push: `home-screen` only after the page was added to the Home Screen, as on iOS; `denied`
 * while the person does not allow notifications.
 */
export function pushAbility(): 'possible' | 'denied' | 'home-screen' | 'impossible' {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isThere) return isHomeScreenNeeded() ? 'home-screen' : 'impossible';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** The registration of our service worker; null in a development build, which has none. */
async function findRegistration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration(`${companionPath}/`)) ?? null;
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  return (await (await findRegistration())?.pushManager?.getSubscription()) ?? null;
}

/** Subscribes with the server's key. Needs the person's permission. */
export async function subscribe(key: string): Promise<PushSubscription> {
  if ((await findRegistration()) === null) throw new Error(t('noWorker'));
  const { pushManager } = await navigator.serviceWorker.ready;
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Ends the subscription at the browser maker's push service: nobody can send a push to it any more. */
export async function endPushSubscription(): Promise<void> {
  // A failure does not matter, since the server deletes the subscription.
  await currentSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => false);
}

/** A subscription as the contract has it. */
export function keysOf(subscription: PushSubscription): PushSubscriptionKeys {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}
