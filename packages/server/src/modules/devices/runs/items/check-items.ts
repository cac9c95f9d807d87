import {
  askConsent,
  capabilities,
  createPushNotification,
  endDevice,
  type Actor,
  type AuditDetails,
} from '@fairwatch/contract';
import { AppError } from '../../../../core/app-error.ts';
import { appendEntries } from '../../../../shared/audit/audit.store.ts';
import { endpointOfCommand } from '../../../commands/command-endpoints.ts';
import { skipRunItems, type RunItemRef } from '../../../commands/run-items.store.ts';
import type { AuditEntry } from '../../../../shared/services/audit-log.ts';
import type { Services, UsePolicies } from '../../../../shared/services/services.ts';
import { findActors, type RunActor } from '../../../../shared/watches/actors.store.ts';
import type { Candidate } from './candidates.store.ts';
import { refusalToRun } from './item-refusal.ts';

export interface CheckedItems {
  /** The items that may be carried out now, each with its admin. */
  allowed: (Candidate & { admin: RunActor })[];
  /** The items that were skipped, because they may not. */
  skipped: RunItemRef[];
}

/**
 * Checks items at their turn. Those that may not be carried out are skipped and logged as a refused single request is, both in one
 * transaction.
 */
export async function checkItems(
  { db }: Pick<Services, 'db'>,
  items: readonly Candidate[],
  policies: UsePolicies,
): Promise<CheckedItems> {
  if (items.length === 0) return { allowed: [], skipped: [] };
  const actors = await findActors(db, [...new Set(items.map(({ requestedBy }) => requestedBy))]);
  const allowed: CheckedItems['allowed'] = [];
  const refused = new Map<number, { reason: string; entries: AuditEntry[] }>();
  for (const item of items) {
    const actor = actors.get(item.requestedBy);
    // An account that does not exist any more is refused like one without permissions.
    const refusal =
      actor === undefined ? new AppError('not_allowed') : refusalToRun(item, activeActor(actor), policies);
    if (actor !== undefined && refusal === null) allowed.push({ ...item, admin: actor });
    if (refusal === null) continue;
    const entries = refusalEntry(item, actor?.username ?? '', refusal.code);
    refused.set(item.itemId, { reason: refusal.message, entries });
  }
  if (refused.size === 0) return { allowed, skipped: [] };
  const skipped = await db.transaction().execute(async (transaction) => {
    const ended = await skipRunItems(
      transaction,
      Array.from(refused, ([itemId, { reason }]) => ({ itemId, reason })),
    );
    await appendEntries(
      transaction,
      ended.flatMap(({ itemId }) => refused.get(itemId)?.entries ?? []),
    );
    return ended;
  });
  return { allowed, skipped };
}

function activeActor(actor: RunActor): Actor | null {
  return actor.blocked ? null : actor;
}

/** The log entry of a refusal; none for a device that has left, whose log is closed. */
function refusalEntry(item: Candidate, actorName: string, code: string): AuditEntry[] {
  const { deviceId, requestedBy, access, scheduleName } = item;
  if (access === null) return [];
  const details: AuditDetails = {
    reason: code,
    ...aboutItem(item),
    ...(scheduleName !== null && { schedule: scheduleName }),
  };
  return [{ deviceId, actorId: requestedBy, actorName, action: 'REFUSED_COMMAND', subject: subjectOf(item), details }];
}

/** What a refused item was about: the files that it names, or what the person was to be asked for. */
function aboutItem({ kind, capability, details: { object } }: Candidate): AuditDetails {
  if (kind === 'ASK' && capability !== null) return { object: capabilities[capability].title };
  return object === undefined ? {} : { object };
}

/** The path of the endpoint that does the same singly. */
function subjectOf({ kind, commandType }: Candidate): string {
  if (commandType !== null) return endpointOfCommand(commandType).path;
  if (kind === 'NOTIFY') return createPushNotification.path;
  return kind === 'ASK' ? askConsent.path : endDevice.path;
}
