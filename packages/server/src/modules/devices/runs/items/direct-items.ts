import { askConsent, createPushNotification, nameInFull } from '@fairwatch/contract';
import { endDeviceByAdmin } from '../../person/end-device.ts';
import type { RunItemRef } from '../../../commands/run-items.store.ts';
import type { RowTable } from '../../../../shared/device-rows/row-table.ts';
import { scopeOf } from '../../../../shared/scope.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { consentRequestPush, notificationPush } from '../../../../shared/push/push-texts.ts';
import { findDirectItems, findRequesters } from './candidates.store.ts';
import { askForRun, sendRunNotifications } from './direct-items.store.ts';
import { checkItems, type CheckedItems } from './check-items.ts';
import { createTurns } from '../turns-of-admins.ts';

type AllowedItem = CheckedItems['allowed'][number];

/** Looked at in one round: as many notifications and requests as one statement takes. */
const itemsPerRound = 1000;
/** Devices are ended one by one; the next round may have items of other admins. */
const endsPerRound = 25;

/**
 * Carries out the waiting items that are no commands: notifications, requests to share, and ends of devices. After each round it calls
 * `onEnded` with those that ended. An item that could not be carried out now waits for the next call.
 */
export async function runDirectItems(
  services: Services,
  tables: readonly RowTable[],
  { signal, onEnded }: { signal: AbortSignal; onEnded(items: readonly RunItemRef[]): void },
): Promise<void> {
  const { db } = services;
  const turns = createTurns(() => findRequesters(db));
  while (!signal.aborted) {
    const found = await turns.next(itemsPerRound, async (cursors, limit) =>
      (await findDirectItems(db, cursors, limit)).map((item) => ({ id: item.itemId, userId: item.requestedBy, item })),
    );
    const items = found.map(({ item }) => item);
    if (items.length === 0) return;
    const { allowed, skipped } = await checkItems(services, items, await services.policies.read());
    onEnded(skipped);
    for (const round of distinctRounds(allowed)) {
      onEnded([
        ...(await notifyPeople(services, ofKind(round, 'NOTIFY'))),
        ...(await askPeople(services, ofKind(round, 'ASK'))),
      ]);
    }
    const ends = ofKind(allowed, 'END');
    for (const item of ends.slice(0, endsPerRound)) {
      if (signal.aborted) return;
      onEnded(await endDevice(services, tables, item));
    }
    for (const { itemId, requestedBy } of ends.slice(endsPerRound)) turns.goBack(requestedBy, itemId);
  }
}

const ofKind = (items: readonly AllowedItem[], kind: AllowedItem['kind']) => items.filter((item) => item.kind === kind);

/** Splits items into rounds in which no device occurs twice with the same kind and capability, in their order. */
function distinctRounds(items: readonly AllowedItem[]): AllowedItem[][] {
  const rounds: AllowedItem[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const key = `${item.kind} ${item.deviceId} ${item.capability}`;
    const round = seen.get(key) ?? 0;
    seen.set(key, round + 1);
    (rounds[round] ??= []).push(item);
  }
  return rounds;
}

async function notifyPeople({ db, bus, push }: Services, items: readonly AllowedItem[]): Promise<RunItemRef[]> {
  if (items.length === 0) return [];
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const outcomes = await sendRunNotifications(db, [...byId.keys()], createPushNotification.path);
  for (const { itemId, deviceId, state, notificationId } of outcomes) {
    const item = byId.get(itemId);
    if (state !== 'DONE' || item === undefined) continue;
    bus.publish('changed', { feature: 'push-notifications', deviceId });
    bus.publish('inboxWaiting', { deviceId });
    const { title, message } = item.params as { title: string; message: string };
    push.remind(deviceId, () =>
      notificationPush({ id: notificationId, title, message, sentBy: nameInFull(item.admin) }),
    );
  }
  return outcomes;
}

async function askPeople({ db, bus, push }: Services, items: readonly AllowedItem[]): Promise<RunItemRef[]> {
  if (items.length === 0) return [];
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const outcomes = await askForRun(db, [...byId.keys()], askConsent.path);
  for (const { itemId, deviceId, state, capability, why } of outcomes) {
    if (state !== 'DONE') continue;
    bus.publish('changed', { feature: 'consent-requests', deviceId });
    bus.publish('inboxWaiting', { deviceId });
    const admin = byId.get(itemId)?.admin;
    const by = admin === undefined ? '' : nameInFull(admin);
    push.remind(deviceId, () => consentRequestPush({ capability, by, reason: why }));
  }
  return outcomes;
}

/** Ends a device, in a transaction of its own: it deletes all that was collected. The item ends in the same transaction. */
async function endDevice(
  services: Services,
  tables: readonly RowTable[],
  { itemId, runId, deviceId, requestedBy, admin, params }: AllowedItem,
): Promise<RunItemRef[]> {
  const isEnded = await endDeviceByAdmin(services, tables, {
    deviceId,
    admin: { userId: requestedBy, username: admin.username },
    scope: scopeOf({ userId: requestedBy, adminRole: admin.adminRole }),
    reason: String(params['reason']),
    runItemId: itemId,
  });
  return isEnded ? [{ itemId, runId, deviceId }] : [];
}
