import { nameInFull, type AuditAction, type AuditDetails, type ChangedFeature } from '@fairwatch/contract';
import { appendEntries } from '../audit/audit.store.ts';
import type { Database } from '../schema/schema.ts';
import type { PushWords } from '../push/push-sender.ts';
import type { AuditEntry } from '../services/audit-log.ts';
import type { Services } from '../services/services.ts';
import type { Session } from '../session.ts';

/** Who changed a watch; without an id it was the server. */
export interface WatchActor {
  id: number | null;
  /** The username, for the log. */
  name: string;
  /** The name in full, for the person. */
  inFull: string;
  /** The path of the endpoint. */
  subject: string;
}

/** An admin as the one who changes a watch by this endpoint. */
export function actorOf(session: Session, { path }: { path: string }): WatchActor {
  return { id: session.userId, name: session.username, inFull: nameInFull(session), subject: path };
}

/** A change of a zone, an alert rule or a schedule, and the devices that it concerns. */
export interface WatchChange {
  what: string;
  deviceIds: readonly number[];
  actor: WatchActor;
}

/** Compares the devices of a watch before and after a change. */
export function compareDevices(had: readonly number[], has: readonly number[]) {
  const [before, after] = [new Set(had), new Set(has)];
  return {
    kept: has.filter((id) => before.has(id)),
    added: has.filter((id) => !before.has(id)),
    removed: had.filter((id) => !after.has(id)),
  };
}

/** The entry of a change in the log of each device. */
export function watchEntries(
  { deviceIds, actor }: WatchChange,
  action: AuditAction,
  details: Readonly<AuditDetails>,
): AuditEntry[] {
  const { id: actorId, name: actorName, subject } = actor;
  return deviceIds.map((deviceId) => ({ deviceId, actorId, actorName, action, subject, details }));
}

/**
 * Writes changes to the logs of their devices, in the transaction of the change. A transaction calls it once: it locks the logs in the order
 * of their devices, and a second call could lock one that comes before, and deadlock with another change.
 */
export async function logWatches(transaction: Database, entries: readonly AuditEntry[]): Promise<void> {
  await appendEntries(
    transaction,
    entries.toSorted((one, other) => one.deviceId - other.deviceId),
  );
}

/** Tells devices and consoles after the transaction, and by push those people whose page is closed, if there is a message. */
export function tellWatches<Change extends WatchChange>(
  { bus, push }: Pick<Services, 'bus' | 'push'>,
  changes: readonly Change[],
  { feature, messageOf }: { feature: ChangedFeature; messageOf: (change: Change) => PushWords | null },
): void {
  for (const change of changes) {
    const { deviceIds } = change;
    if (deviceIds.length === 0) continue;
    bus.publish('watchesChanged', { deviceIds });
    const message = messageOf(change);
    if (message !== null) for (const deviceId of deviceIds) push.remind(deviceId, message);
  }
  bus.publish('changed', { feature, deviceId: null });
}
