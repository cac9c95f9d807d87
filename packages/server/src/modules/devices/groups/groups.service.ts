import {
  addToGroup,
  can,
  canUseRule,
  createGroup,
  deleteGroup,
  limits,
  removeFromGroup,
  updateGroup,
  type DeviceSelection,
  type Endpoint,
  type Group,
} from '@fairwatch/contract';
import { findAccountStatus, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';
import { appendAudits } from '../../../shared/audit/audit.store.ts';
import {
  deleteGroupRow,
  deleteMembers,
  findGroup,
  findGroupFacts,
  insertGroup,
  insertMembers,
  isGroupInUse,
  isInTooManyGroups,
  listMembers,
  updateGroup as writeGroup,
  type GroupFacts,
} from './groups.store.ts';
import { lockDevices, lockGroups } from './members.store.ts';
import { publishScopes, reconcileGroups, type GroupActor, type ScopeChanges } from './reconcile.ts';
import { requireRoom } from '../../../shared/bounds/creation-bounds.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import { resolveSelection } from '../runs/selection.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { logTested } from './log-tested.ts';

interface Editing {
  transaction: Database;
  account: AccountStatus;
  scope: Scope;
  actor: GroupActor;
}

interface Edited<Answer> {
  answer: Answer;
  changes: ScopeChanges;
}

/**
 * Changes groups in one transaction, and publishes what that did to scopes. The access is checked against the database, not against the
 * session, so that an admin who was just demoted makes no group.
 */
async function editGroups<Answer>(
  { db, bus }: Services,
  { session, endpoint, how }: { session: Session; endpoint: Endpoint; how: 'USE' | 'CHANGE' },
  edit: (editing: Editing) => Promise<Edited<Answer>>,
): Promise<Answer> {
  const { answer, changes } = await db.transaction().execute(async (transaction) => {
    await lockGroups(transaction, how);
    const account = await findAccountStatus(transaction, session.userId);
    if (account === undefined || account.blocked || !can(account, endpoint)) throw new AppError('not_allowed');
    const { id, username, adminRole } = account;
    const actor = { id, username, subject: endpoint.path };
    return await edit({ transaction, account, scope: scopeOf({ userId: id, adminRole }), actor });
  });
  publishScopes(bus, changes);
  bus.publish('changed', { feature: 'groups', deviceId: null });
  if (how === 'CHANGE') {
    bus.publish('rulesChanged', {});
    // The tags in lists have other names and colours.
    bus.publish('changed', { feature: 'devices', deviceId: null });
  }
  return answer;
}

async function findOwnGroup({ transaction, scope }: Editing, groupId: number): Promise<GroupFacts> {
  const group = await findGroupFacts(transaction, scope, groupId);
  if (group === undefined) throw new AppError('group_not_found');
  if (!group.mine) throw new AppError('not_allowed');
  return group;
}

async function readGroup({ transaction, scope }: Editing, groupId: number): Promise<Group> {
  const group = await findGroup(transaction, scope, groupId);
  if (group === undefined) throw new Error('A group that was just written is found.');
  return group;
}

/** Turns the unique violation of a group's name into its error. */
async function withName<Result>(write: Promise<Result>): Promise<Result> {
  return await write.catch((error: unknown) => {
    throw isUniqueViolation(error, 'groups_owner_id_name_key') ? new AppError('group_name_taken') : error;
  });
}

export async function makeGroup(
  services: Services,
  { session, scope, input }: Call<typeof createGroup>,
): Promise<Group> {
  await logTested(services, { session, scope, rule: input.rule });
  return await editGroups(services, { session, endpoint: createGroup, how: 'CHANGE' }, async (editing) => {
    const { transaction, account, actor } = editing;
    if (!canUseRule(account, input.rule)) throw new AppError('not_allowed');
    // Whoever makes a group has locked all of them.
    await requireRoom(transaction, 'groups', actor.id);
    const groupId = await withName(insertGroup(transaction, actor.id, input));
    const changes = await reconcileGroups(transaction, { groupIds: [groupId] }, actor);
    return { answer: await readGroup(editing, groupId), changes };
  });
}

export async function changeGroup(
  services: Services,
  { session, scope, input }: Call<typeof updateGroup>,
): Promise<Group> {
  const { groupId } = input;
  await logTested(services, { session, scope, rule: input.rule });
  return await editGroups(services, { session, endpoint: updateGroup, how: 'CHANGE' }, async (editing) => {
    const { transaction, account, actor } = editing;
    await findOwnGroup(editing, groupId);
    if (!canUseRule(account, input.rule)) throw new AppError('not_allowed');
    await withName(writeGroup(transaction, groupId, input));
    const changes = await reconcileGroups(transaction, { groupIds: [groupId] }, actor);
    return { answer: await readGroup(editing, groupId), changes };
  });
}

/** Deletes a group. The admins it was assigned to lose the devices that they had only through it. */
export function removeGroup(services: Services, { session, input }: Call<typeof deleteGroup>): Promise<null> {
  const { groupId } = input;
  return editGroups(services, { session, endpoint: deleteGroup, how: 'CHANGE' }, async (editing) => {
    const { transaction, actor } = editing;
    const { name, byRule } = await findOwnGroup(editing, groupId);
    if (await isGroupInUse(transaction, groupId)) throw new AppError('group_in_use');
    const deviceIds = await listMembers(transaction, groupId);
    await lockDevices(transaction, deviceIds);
    await deleteGroupRow(transaction, groupId);
    if (!byRule) await logMembers(editing, deviceIds, { group: name, what: 'removed' });
    const changes = await reconcileGroups(transaction, { deviceIds }, { ...actor, groupName: name });
    return { answer: null, changes };
  });
}

/** Adds devices to a group by hand. Devices that its owner does not have in their scope are left out. */
export function addMembers(services: Services, { session, input }: Call<typeof addToGroup>) {
  return editMembers(
    services,
    { session, input, endpoint: addToGroup },
    async ({ transaction }, groupId, deviceIds) => {
      const added = await insertMembers(transaction, groupId, deviceIds);
      const { perDevice } = limits.group;
      if (await isInTooManyGroups(transaction, added, perDevice)) {
        throw new AppError('device_in_too_many_groups', { count: perDevice });
      }
      return added;
    },
  );
}

export function removeMembers(services: Services, { session, input }: Call<typeof removeFromGroup>) {
  return editMembers(services, { session, input, endpoint: removeFromGroup }, ({ transaction }, groupId, deviceIds) =>
    deleteMembers(transaction, groupId, deviceIds),
  );
}

interface MemberCall {
  session: Session;
  input: { groupId: number; selection: DeviceSelection };
  endpoint: Endpoint;
}

/** `write` returns the devices whose membership changed. */
function editMembers(
  services: Services,
  { session, input: { groupId, selection }, endpoint }: MemberCall,
  write: (editing: Editing, groupId: number, deviceIds: readonly number[]) => Promise<number[]>,
): Promise<{ changed: number }> {
  return editGroups(services, { session, endpoint, how: 'USE' }, async (editing) => {
    const { transaction, scope, actor } = editing;
    const group = await findOwnGroup(editing, groupId);
    if (group.byRule) throw new AppError('group_by_rule');
    const ids = await resolveSelection(transaction, scope, selection);
    if (ids.length === 0) throw new AppError('no_devices');
    if (ids.length > limits.run.devices) throw new AppError('too_many_devices', { count: limits.run.devices });
    await lockDevices(transaction, ids);
    const changed = await write(editing, groupId, ids);
    const what = endpoint === addToGroup ? 'added' : 'removed';
    await logMembers(editing, changed, { group: group.name, what });
    const followed = await reconcileGroups(
      transaction,
      { deviceIds: changed },
      { ...actor, ...(what === 'removed' && { groupName: group.name }) },
      { [what]: changed.map((deviceId) => ({ deviceId, groupId })) },
    );
    const changes = { ...followed, memberIds: new Set([...followed.memberIds, ...changed]) };
    return { answer: { changed: changed.length }, changes };
  });
}

/** Tells the people of the devices that an admin changed the groups of their device. */
async function logMembers(
  { transaction, actor }: Editing,
  deviceIds: readonly number[],
  details: { group: string; what: 'added' | 'removed' },
): Promise<void> {
  const { id: actorId, username: actorName, subject } = actor;
  await appendAudits(transaction, deviceIds, { actorId, actorName, action: 'GROUP', subject, details });
}
