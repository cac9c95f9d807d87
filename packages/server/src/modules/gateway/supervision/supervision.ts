import { sourceLanguage, ticketCategoriesOf } from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import { findPushKey } from '../../../shared/push/push-subscriptions.store.ts';
import { readFace } from '../../../shared/settings/preset.store.ts';
import { findWatchedBy, findWatches } from '../../../shared/watches/watches.store.ts';
import { readKeptDays } from '../../device-data/retention/kept-days.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { DeviceSocket } from '../device-socket.ts';
import { createFrameSender, type FrameSender } from './frame-sender.ts';
import { findAssigned, findShared, findSupervision } from './supervision.store.ts';

/** Sends connected devices who supervises them, how long data is kept, and whether push is on. */
export function createSupervision(
  services: Services,
  tables: readonly RowTable[],
  online: ReadonlyMap<number, DeviceSocket>,
): FrameSender {
  const { db, bus } = services;
  return createFrameSender(services, online, {
    async sendTo(deviceIds) {
      const [keptDays, pushKey] = await Promise.all([readKeptDays(db, tables), findPushKey(db)]);
      for (const { deviceId, ...found } of await findSupervision(db, deviceIds)) {
        const pushSubscribed = pushKey !== null && found.pushSubscribed;
        online.get(deviceId)?.sendFrame({ type: 'supervision', ...found, keptDays, pushKey, pushSubscribed });
      }
    },
    failure: { event: 'supervision.read_failed', message: 'Failed to read who supervises some devices' },
    subscribe: ({ send, sendToFound }) => [
      bus.subscribe('webPushSwitched', () => online.forEach((_, deviceId) => send(deviceId))),
      bus.subscribe('supervisionChanged', ({ deviceIds }) => {
        for (const deviceId of deviceIds ?? online.keys()) send(deviceId);
      }),
      // The name of an admin who was blocked or demoted is no longer listed.
      bus.subscribe('accessChanged', ({ userId }) => void sendToFound((ids) => findAssigned(db, userId, ids))),
    ],
  });
}

/** Sends connected devices what watches them by itself, so that their people see it. */
export function createWatchTeller(services: Services, online: ReadonlyMap<number, DeviceSocket>): FrameSender {
  const { db, bus, clock } = services;
  return createFrameSender(services, online, {
    async sendTo(deviceIds) {
      const found = await findWatches(db, deviceIds, {
        now: new Date(clock.now()),
        reader: 'PERSON',
        languageFor: (deviceId) => online.get(deviceId)?.language ?? sourceLanguage,
      });
      for (const { deviceId, watches, more } of found)
        online.get(deviceId)?.sendFrame({ type: 'watches', watches, more });
    },
    failure: { event: 'watches.read_failed', message: 'Failed to read what watches some devices' },
    subscribe: ({ send, sendToFound }) => [
      bus.subscribe('watchesChanged', ({ deviceIds }) => {
        for (const deviceId of deviceIds) send(deviceId);
      }),
      // A device that was assigned to an admin, or taken from one, has other watches now. Null means that retention or push changed for all
      // devices, which changes no watch.
      bus.subscribe('supervisionChanged', ({ deviceIds }) => {
        for (const deviceId of deviceIds ?? []) send(deviceId);
      }),
      bus.subscribe('kindsChanged', () => online.forEach((_, deviceId) => send(deviceId))),
      // An admin who was demoted or lost devices watches them no more; one who is a SUPER_ADMIN now may do so again.
      bus.subscribe('accessChanged', ({ userId }) => void sendToFound((ids) => findWatchedBy(db, userId, ids))),
    ],
  });
}

/** Sends connected devices which kinds of data the server uses, and what their people still share, when the owner has changed it. */
export function createKindsTeller(services: Services, online: ReadonlyMap<number, DeviceSocket>): FrameSender {
  const { db, bus } = services;
  return createFrameSender(services, online, {
    async sendTo(deviceIds) {
      const { preset, usedKinds } = await readFace(db);
      const ticketCategories = [...ticketCategoriesOf(preset)];
      for (const { deviceId, capabilities } of await findShared(db, deviceIds)) {
        const socket = online.get(deviceId);
        if (socket?.knowsKinds) socket.sendFrame({ type: 'kinds', usedKinds, capabilities, ticketCategories });
      }
    },
    failure: { event: 'kinds.read_failed', message: 'Failed to read what some devices still share' },
    subscribe: ({ send }) => [bus.subscribe('kindsChanged', () => online.forEach((_, deviceId) => send(deviceId)))],
  });
}
