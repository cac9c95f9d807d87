import type { LogHead } from '@fairwatch/contract';
import { notify } from '../../notifications/notify.ts';
import type { Services } from '../../services.ts';
import type { ArrivedDevice } from '../gateway/presence.store.ts';
import { insertMismatches, type HeadMismatch } from './head-mismatches.store.ts';

/** A device that has just said hello, and the newest entry of its log that it knows. */
interface KnowingDevice {
  device: ArrivedDevice | null;
  known: LogHead | null;
}

/** Thousands of devices may arrive after the log was cut: super admins hear of it once in this time. */
const tellEveryMs = 60_000;
const toldAt = new WeakMap<Services['db'], number>();

/**
 * Reports devices that know an entry of their log which is no longer there, or has another hash: somebody cut or rewrote the
 * log. A lasting row, a line in the server's log, and a notification to every SUPER_ADMIN. After a restore the entries since
 * the backup are missing for a known reason: that is written down too, and nobody is alarmed.
 */
export async function reportMismatches(services: Services, arrived: readonly KnowingDevice[]): Promise<void> {
  const mismatches = arrived.flatMap(({ device, known }): HeadMismatch[] => {
    if (!device?.logDiffers || known === null) return [];
    return [{ deviceId: device.id, known, foundHash: device.foundHash, afterRestore: device.restored }];
  });
  if (mismatches.length === 0) return;
  const { db, log } = services;
  const fresh = new Set(await insertMismatches(db, mismatches));
  const alarming = mismatches.filter(({ deviceId, afterRestore }) => fresh.has(deviceId) && !afterRestore);
  for (const { deviceId, known, foundHash, afterRestore } of mismatches) {
    const facts = { event: 'audit.head_mismatch', deviceId, sequence: known.sequence, missing: foundHash === null };
    if (afterRestore) log.warn({ ...facts, afterRestore }, 'A restored log lacks entries that the device knows');
    else log.error(facts, 'A device knows an entry that is not in its log');
  }
  if (alarming.length > 0) await tellSuperAdmins(services, alarming);
}

async function tellSuperAdmins(services: Services, alarming: readonly HeadMismatch[]): Promise<void> {
  const last = toldAt.get(services.db) ?? 0;
  if (Date.now() - last < tellEveryMs) return;
  toldAt.set(services.db, Date.now());
  const [only, ...others] = alarming;
  if (only === undefined) return;
  const advice = 'Somebody removed or rewrote entries. Run "npm run audit:verify".';
  try {
    await notify(services, {
      kind: 'AUDIT_MISMATCH',
      to: 'superAdmins',
      link: '/audit',
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
    // The row and the line in the log are there.
    services.log.error({ err: error, event: 'audit.notify_failed' }, 'Failed to tell super admins of a mismatch');
  }
}
