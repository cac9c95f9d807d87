import { alertList, overWords } from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { ChangedAlert } from './alerts.store.ts';

/** A line of the log about an alert: that it fired, that it is over, or that recipients were told of either. */
export type AlertLine =
  | { what: 'fired' | 'ended'; alert: ChangedAlert }
  | { what: 'told'; alert: ChangedAlert; isOver: boolean; to: readonly string[] };

/**
 * Writes to the logs of devices what their alerts did, in the transaction that changes the alerts. The owner of the rule is named as the one who
 * did it. The capability of the rule is a detail, so that a line is shown to those admins who may read what the rule reads. A transaction calls
 * it once, because it locks the logs in the order of their devices.
 */
export async function logAlerts(transaction: Database, lines: readonly AlertLine[]): Promise<void> {
  await appendEntries(
    transaction,
    lines.map(entryOf).toSorted((one, other) => one.deviceId - other.deviceId),
  );
}

function entryOf(line: AlertLine): AuditEntry {
  const { deviceId, rule, event, capability, words, ownerId, owner } = line.alert;
  const isOver = line.what === 'ended' || (line.what === 'told' && line.isOver);
  const details = {
    what: line.what,
    rule,
    words: isOver ? overWords(event) : words,
    capability: capability ?? 'DEVICE',
    ...(line.what === 'told' && { to: line.to.join(', ') }),
  };
  return { deviceId, actorId: ownerId, actorName: owner, action: 'ALERT', subject: alertList.path, details };
}
