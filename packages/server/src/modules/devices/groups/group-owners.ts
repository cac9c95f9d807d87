import type { Database } from '../../../shared/schema/schema.ts';
import { deleteGroupAssignmentsOf, endAssignmentsBeyond, handOverGroups } from './group-assignments.store.ts';
import { lockGroups } from './members.store.ts';
import { reconcileGroups, type GroupActor, type ScopeChanges } from './reconcile.ts';

/**
 * Makes the groups follow a demotion: the groups of the account go to another admin, and those assigned to it are taken away. Call it
 * after the account's own assignments were deleted, in the transaction that began with `lockGroups` CHANGE.
 */
export async function settleDemotion(
  transaction: Database,
  { accountId, heirId, deviceIds }: { accountId: number; heirId: number; deviceIds: readonly number[] },
  actor: GroupActor,
): Promise<ScopeChanges[]> {
  await deleteGroupAssignmentsOf(transaction, accountId);
  const groupIds = await handOverGroups(transaction, accountId, heirId);
  return [
    await reconcileGroups(transaction, { deviceIds }, actor),
    await settleAssignments(transaction, groupIds, actor),
  ];
}

/** Makes the groups follow a change of who reports to whom: a group stays assigned only to admins below its owner. */
export async function settleReportingLine(transaction: Database, actor: GroupActor): Promise<ScopeChanges> {
  await lockGroups(transaction, 'CHANGE');
  return await settleAssignments(transaction, [], actor);
}

async function settleAssignments(transaction: Database, groupIds: readonly number[], actor: GroupActor) {
  const ended = await endAssignmentsBeyond(transaction);
  return await reconcileGroups(transaction, { groupIds: [...new Set([...groupIds, ...ended])] }, actor);
}
