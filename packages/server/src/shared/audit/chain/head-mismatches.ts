import { consoleLink, type LogHead } from '@fairwatch/contract';
import { notify } from '../../notify/notify.ts';
import type { Services } from '../../services/services.ts';
import type { ArrivedDevice } from '../../presence/presence.store.ts';
import { insertMismatches, type HeadMismatch } from './head-mismatches.store.ts';

/** A device that has just connected, and the head of its log that it remembers. */
interface KnowingDevice {
  device: ArrivedDevice | null;
  known: LogHead | null;
}

/** Super admins are notified at most once in this time, because thousands of devices may reconnect after a log was cut. */
const tellEveryMs = 60_000;

/**
 * Reports devices that remember an entry of their log which is missing or has another hash now: somebody cut or rewrote the
 * log. It stores a row, logs an error and notifies every SUPER_ADMIN. After a restore, entries since the backup are missing
 * for a known reason; that is stored too, without a notification.
 */
export function createMismatchReports(services: Services): (arrived: readonly KnowingDevice[]) => Promise<void> {
  const { db, log, scheduler } = services;
  let toldAt = 0;
  return async (arrived) => {
    const mismatches = arrived.flatMap(({ device, known }): HeadMismatch[] => {
      if (!device?.logDiffers || known === null) return [];
      return [{ deviceId: device.id, known, foundHash: device.foundHash, afterRestore: device.restored }];
    });
    if (mismatches.length === 0) return;
    const fresh = new Set(await insertMismatches(db, mismatches));
    const alarming = mismatches.filter(({ deviceId, afterRestore }) => fresh.has(deviceId) && !afterRestore);
    for (const { deviceId, known, foundHash, afterRestore } of mismatches) {
      const facts = {
        event: 'audit.head_mismatch',
        deviceId,
        sequence: known.sequence,
        missing: foundHash === null,
      } as const;
      if (afterRestore) log.warn({ ...facts, afterRestore }, 'A restored log lacks entries that the device knows');
      else log.error(facts, 'A device knows an entry that is not in its log');
    }
    if (alarming.length === 0 || scheduler.now() - toldAt < tellEveryMs) return;
    toldAt = scheduler.now();
    await tellSuperAdmins(services, alarming);
  };
}

async function tellSuperAdmins(services: Services, alarming: readonly HeadMismatch[]): Promise<void> {
  const [only, ...others] = alarming;
  if (only === undefined) return;
  const advice = 'Somebody removed or rewrote entries. Run "npm run audit:verify".';
  try {
    await notify(services, {
      kind: 'AUDIT_MISMATCH',
      to: 'superAdmins',
      tells: null,
      link: consoleLink('/audit'),
      ...(others.length === 0
        ? {
            title: `The log of device ${only.deviceId} is not the one it knows`,
            message: `Entry ${only.known.sequence} ${only.foundHash === null ? 'is gone' : 'is another one'}. ${advice}`,
            deviceId: only.deviceId,
          }
        : {
            title: `The logs of ${alarming.length} devices are not those they know`,
            message: advice,
          }),
    });
  } catch (error) {
    // The row and the log line exist already, so a failed notification loses nothing.
    services.log.error({ err: error, event: 'audit.notify_failed' }, 'Failed to tell super admins of a mismatch');
  }
}
