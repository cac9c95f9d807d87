import type { Supervision } from '@fairwatch/device/core';
import type { Companion } from '../live/companion.ts';
import { createStore } from '../live/store.ts';
import { loadPushRecord, savePushRecord, type PushRecord } from '../storage/push-record.ts';
import { currentSubscription, endPushSubscription, keysOf, pushAbility, subscribe } from './browser-push.ts';

/** `off`: this server sends no push, or is not known to. Otherwise what the browser allows, and whether the person wants it. */
export type PushState = 'off' | 'on' | ReturnType<typeof pushAbility>;

/** Whether the person is told by push while the page is closed. */
export const push = createStore<{ state: PushState }>({ state: 'off' });

type PushCompanion = Pick<Companion, 'client' | 'live' | 'database'>;

/**
 * Keeps the server's word and the browser's subscription in step for as long as the page is open: the server may have another key
 * since, may have lost the subscription, and the browser may have replaced it. Call what it gives back to stop.
 */
export function keepSubscribed({ client, live, database }: PushCompanion): () => void {
  let seen: Supervision | null = null;
  /** What the server was told over this connection. Should it forget that again, it is not told again and again. */
  let told: string | null = null;
  let following: Promise<void> = Promise.resolve();

  const tell = async (subscription: PushSubscription | null) => {
    const endpoint = subscription?.endpoint ?? '';
    if (told === endpoint) return;
    told = endpoint;
    await client.setPushSubscription(subscription && keysOf(subscription));
  };

  const follow = async (supervision: Supervision | null) => {
    const record = await loadPushRecord(database);
    if (supervision === null) return push.set({ state: record ? 'on' : 'off' });
    const { pushKey, pushSubscribed } = supervision;
    if (pushKey === null) return push.set({ state: 'off' });
    const ability = pushAbility();
    if (record === null || ability !== 'possible') {
      push.set({ state: ability });
      if (pushSubscribed) await tell(null);
      return;
    }
    const subscription = await renew(record, pushKey).catch(() => null);
    if (subscription === null) return push.set({ state: 'possible' });
    push.set({ state: 'on' });
    if (pushSubscribed && subscription.endpoint === record.endpoint) return;
    await tell(subscription);
    await savePushRecord(database, { key: pushKey, endpoint: subscription.endpoint });
  };

  const look = () => {
    const { connection, supervision } = live.get();
    if (connection !== 'connected') told = null;
    if (supervision === seen) return;
    seen = supervision;
    // A refusal changes nothing here: the server says again on the next connection what it has.
    following = following.then(() => follow(supervision)).catch(() => undefined);
  };

  following = follow(live.get().supervision).catch(() => undefined);
  seen = live.get().supervision;
  return live.subscribe(look);
}

/** The subscription that the person has, or a new one where that is gone or was made with another key. */
async function renew({ key }: PushRecord, pushKey: string): Promise<PushSubscription | null> {
  const current = await currentSubscription();
  if (current !== null && key === pushKey) return current;
  await current?.unsubscribe();
  return Notification.permission === 'granted' ? await subscribe(pushKey) : null;
}

/** The person wants to be told. To be called from their tap: the browser asks them for its permission. */
export async function switchPushOn({ client, live, database }: PushCompanion): Promise<void> {
  const key = live.get().supervision?.pushKey ?? null;
  if (key === null) throw new Error('This server sends no push.');
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return push.set({ state: permission === 'denied' ? 'denied' : 'possible' });
  const subscription = await subscribe(key).catch((cause: unknown) => {
    const text =
      'Your browser could not arrange it with its maker. In a private window it never can; else try again later.';
    throw new Error(text, { cause });
  });
  try {
    await client.setPushSubscription(keysOf(subscription));
    await savePushRecord(database, { key, endpoint: subscription.endpoint });
    push.set({ state: 'on' });
  } catch (error) {
    await endPushSubscription();
    throw error;
  }
}

/** The person does not want to be told any more. Works without a connection: the server is told later. */
export async function switchPushOff({ client, live, database }: PushCompanion): Promise<void> {
  await savePushRecord(database, null);
  await endPushSubscription();
  push.set({ state: live.get().supervision?.pushKey ? pushAbility() : 'off' });
  // Not waited for, because without a connection that would take until there is one; the device core keeps it.
  client.setPushSubscription(null).catch(() => undefined);
}
