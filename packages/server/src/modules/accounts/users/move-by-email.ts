import { can, importPeople, limits, type Actor } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { appendAccess } from '../../../shared/audit/access-log.store.ts';
import { reconcileGroups, type ScopeChanges, type ScopeMove } from '../../devices/groups/reconcile.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Session } from '../../../shared/session.ts';

/** Only who may assign devices may also make a change by which the rule of a group moves them between admins. */
export function canMoveDevices(actor: Actor): boolean {
  return can(actor, { access: { permission: 'ROLE_MANAGER', level: 'FULL_ACCESS' } });
}

interface EmailChange {
  session: Session;
  /** The people whose email address changes. */
  people: readonly { username: string; after: { id: number } }[];
  /** Their devices, and those of others; locked by the caller, who holds `lockGroups`. */
  devices: readonly { deviceId: number; userId: number }[];
}

/**
 * Changes email addresses by `write`, and makes groups with a rule about them follow in the same transaction, so that the logs name who caused it.
 * Throws `moves_devices` when an admin would get or lose a device and the session may not assign devices: everything is undone then.
 */
export async function moveByEmail(
  transaction: Database,
  { session, people, devices }: EmailChange,
  write: () => Promise<void>,
): Promise<readonly ScopeChanges[]> {
  const ids = new Set(people.map(({ after }) => after.id));
  const concerned = devices.filter(({ userId }) => ids.has(userId));
  const deviceIds = concerned.map(({ deviceId }) => deviceId);
  if (deviceIds.length === 0) {
    await write();
    return [];
  }
  // What was out of line before is no consequence of this change.
  const before = await reconcileGroups(transaction, { deviceIds }, null);
  await write();
  const actor = { id: session.userId, username: session.username, subject: importPeople.path };
  const moved = await reconcileGroups(transaction, { deviceIds }, actor);
  if (moved.moves.length > 0) {
    if (!canMoveDevices(session)) throw refusal(people, concerned, moved);
    await logMoves(transaction, actor, moved.moves);
  }
  return [before, moved];
}

/** How many people a refusal names before it only counts the rest. */
const namedAtMost = 5;

function refusal(
  people: EmailChange['people'],
  devices: EmailChange['devices'],
  { deviceIds }: ScopeChanges,
): AppError {
  const moved = new Set(devices.flatMap(({ deviceId, userId }) => (deviceIds.has(deviceId) ? userId : [])));
  const names = people.flatMap(({ username, after }) => (moved.has(after.id) ? username : []));
  const more = names.length - namedAtMost;
  const listed = names.slice(0, namedAtMost).join(', ');
  return new AppError('moves_devices', { names: more > 0 ? `${listed} and ${more} more` : listed });
}

/** Writes to the access log which admins got or lost devices, and who caused it. The caller holds `lockAccessLog`. */
async function logMoves(
  transaction: Database,
  actor: { id: number; username: string },
  moves: readonly ScopeMove[],
): Promise<void> {
  const byAdmin = Map.groupBy(moves, ({ userId, began }) => `${userId} ${began}`);
  for (const [first, ...others] of byAdmin.values()) {
    if (first === undefined) continue;
    const { userId: id, admin: username, began } = first;
    const named = [first, ...others].map(({ deviceId }) => String(deviceId));
    const isShort = named.length <= limits.run.namedDevices;
    const after = { devices: named.length, ...(isShort && { [began ? 'assigned' : 'removed']: named }) };
    const action = began ? 'ASSIGN' : 'REMOVE';
    await appendAccess(transaction, { actor, action, account: { id, username }, before: {}, after });
  }
}
