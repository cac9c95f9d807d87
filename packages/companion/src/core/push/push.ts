import { createStore, type Supervision } from '@fairwatch/device/core';
import type { Companion } from '../live/companion.ts';
import { loadPushRecord, savePushRecord, type PushRecord } from '../storage/push-record.ts';
import { currentSubscription, endPushSubscription, keysOf, pushAbility, subscribe } from './browser-push.ts';
import { t } from './push.texts.ts';

/** `off` while the server sends no push or its key is unknown; otherwise what the browser allows and whether it is on. */
export type PushState = 'off' | 'on' | ReturnType<typeof pushAbility>;

/** Whether push is on, and whether it can be. */
export const push = createStore<{ state: PushState }>({ state: 'off' });

type PushCompanion = Pick<Companion, 'client' | 'live' | 'database'>;

/**
 * Synchronises the browser's subscription with the server while the page is open: the server may have a new key or may have lost the
 * subscription, and the browser may have replaced it. Returns the function that stops it.
 */
export function keepSubscribed({ client, live, database }: PushCompanion): () => void {
  let seen: Supervision | null = null;
  /** What was sent over this connection, so that it is sent once even if the server does not store it. */
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
    // A refusal needs no handling: the server reports its state again on the next connection.
    following = following.then(() => follow(supervision)).catch(() => undefined);
  };

  following = follow(live.get().supervision).catch(() => undefined);
  seen = live.get().supervision;
  return live.subscribe(look);
}

/** Returns the current subscription, or a new one when it is gone or was made with another key. */
async function renew({ key }: PushRecord, pushKey: string): Promise<PushSubscription | null> {
  const current = await currentSubscription();
  if (current !== null && key === pushKey) return current;
  await current?.unsubscribe();
  return Notification.permission === 'granted' ? await subscribe(pushKey) : null;
}

/** Switches push on. Must be called from a tap, since the browser asks the person for permission. */
export async function switchPushOn({ client, live, database }: PushCompanion): Promise<void> {
  const key = live.get().supervision?.pushKey ?? null;
  if (key === null) throw new Error(t('notSent'));
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return push.set({ state: permission === 'denied' ? 'denied' : 'possible' });
  const subscription = await subscribe(key).catch((cause: unknown) => {
    const text = t('notArranged');
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

/** Switches push off. Works without a connection: the server is told later. */
export async function switchPushOff({ client, live, database }: PushCompanion): Promise<void> {
  await savePushRecord(database, null);
  await endPushSubscription();
  push.set({ state: live.get().supervision?.pushKey ? pushAbility() : 'off' });
  // Not awaited, since without a connection it stays pending; the device core stores and sends it later.
  client.setPushSubscription(null).catch(() => undefined);
}
