import {
  assignDevices,
  assignGroup,
  assignSelection,
  isConfinedToWelcome,
  limits,
  removeDevices,
  type Endpoint,
} from '@fairwatch/contract';
import { isBelow, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import {
  deleteGroupAssignment,
  findAssignedByGroup,
  insertGroupAssignment,
} from '../../devices/groups/group-assignments.store.ts';
import { findGroupFacts } from '../../devices/groups/groups.store.ts';
import { lockDevices, lockGroups } from '../../devices/groups/members.store.ts';
import { joinScopes, publishScopes, reconcileGroups, type ScopeChanges } from '../../devices/groups/reconcile.ts';
import { resolveSelection } from '../../devices/runs/selection.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import { scopeOf, type Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { endUsesOf, noUses } from '../../devices/uses/end-uses.ts';
import { deleteAssignments, findDevices, insertAssignments, keepByGroup } from './assignments.store.ts';
import { refusalToTouch } from './account-rules.ts';
import { changeAccount, entriesOfScope, usesActor, type Change } from './change-account.ts';
import type { Parties } from './relation.store.ts';

/** How many devices an entry of the access log names; of more it only says how many. */
const namedAtMost = limits.run.namedDevices;

/** Adds devices to an admin's scope, all or none. The caller must have every device in their own scope. */
export function addAssignments(services: Services, { session, input }: Call<typeof assignDevices>) {
  const wanted = { session, endpoint: assignDevices, userId: input.userId, assigns: true };
  return changeAssignments(services, wanted, ({ transaction }, scope) => findAll(transaction, scope, input.deviceIds));
}

/** Removes devices from an admin's scope, all or none. Those that the admin has through a group can only leave the group. */
export function removeAssignments(services: Services, { session, input }: Call<typeof removeDevices>) {
  const wanted = { session, endpoint: removeDevices, userId: input.userId, assigns: false };
  return changeAssignments(services, wanted, async ({ transaction, target }, scope) => {
    const ids = await findAll(transaction, scope, input.deviceIds);
    const byGroup = await findAssignedByGroup(transaction, target.id, ids);
    if (byGroup.length > 0) throw new AppError('assigned_by_group');
    return ids;
  });
}

/** Adds or removes the devices of a selection. Devices that the admin has through a group stay in their scope. */
export function changeSelection(services: Services, { session, input }: Call<typeof assignSelection>) {
  const { userId, selection, assigned } = input;
  const wanted = { session, endpoint: assignSelection, userId, assigns: assigned };
  return changeAssignments(services, wanted, async ({ transaction, target }, scope) => {
    const ids = await resolveSelection(transaction, scope, selection);
    if (ids.length === 0) throw new AppError('no_devices');
    if (ids.length > limits.run.devices) throw new AppError('too_many_devices', { count: limits.run.devices });
    if (assigned) return ids;
    const byGroup = new Set(await findAssignedByGroup(transaction, target.id, ids));
    await keepByGroup(transaction, target.id, [...byGroup]);
    return ids.filter((id) => !byGroup.has(id));
  });
}

async function findAll(transaction: Parties['transaction'], scope: Scope, deviceIds: readonly number[]) {
  const wanted = new Set(deviceIds);
  const devices = await findDevices(transaction, scope, [...wanted]);
  if (devices.length < wanted.size) throw new AppError('device_not_found');
  return devices.map(({ id }) => id);
}

interface Wanted {
  session: Session;
  endpoint: Endpoint;
  userId: number;
  assigns: boolean;
}

/** `find` returns the devices to change, in the order of their ids. */
async function changeAssignments(
  services: Services,
  { session, endpoint, userId, assigns }: Wanted,
  find: (parties: Parties, scope: Scope) => Promise<number[]>,
): Promise<{ changed: number }> {
  const attempt = { session, endpoint, userId, rule: refusalToTouch };
  let touched: readonly number[] = [];
  let followed: readonly ScopeChanges[] = [];
  const answer = await changeAccount(services, attempt, async (parties) => {
    const { transaction, actor, target } = parties;
    if (isConfinedToWelcome(target.adminRole)) throw new AppError('not_an_admin');
    await lockGroups(transaction, 'USE');
    const ids = await find(parties, scopeOf({ userId: actor.id, adminRole: actor.adminRole }));
    await lockDevices(transaction, ids);
    const { changed, before } = assigns
      ? await insertAssignments(transaction, userId, ids)
      : await deleteAssignments(transaction, userId, ids);
    touched = changed;
    if (changed.length === 0) return { answer: { changed: 0 } };
    const uses = assigns ? noUses : await endUsesOf(transaction, [target.id], usesActor(actor, endpoint));
    // The device's log tells its person who may see it now.
    const action = assigns ? ('ASSIGN' as const) : ('UNASSIGN' as const);
    await appendEntries(transaction, entriesOfScope(parties, endpoint, { action, deviceIds: changed, uses }));
    const groupActor = { id: actor.id, username: actor.username, subject: endpoint.path };
    const begun = assigns ? changed.map((deviceId) => ({ deviceId, userId: target.id })) : [];
    followed = [await reconcileGroups(transaction, { deviceIds: changed }, groupActor, { begun })];
    return { answer: { changed: changed.length }, entry: entryOf(assigns, before, changed), uses };
  });
  if (answer.changed > 0) publishChanges(services, userId, touched);
  publishScopes(services.bus, joinScopes(followed));
  return answer;
}

function entryOf(assigns: boolean, before: number, changed: readonly number[]): Change<unknown>['entry'] {
  const after = { devices: assigns ? before + changed.length : before - changed.length };
  // Devices are logged by id, because a name must not outlive the device. The log's reader sees the names of present devices.
  const named = changed.length > namedAtMost ? {} : namesOf(assigns, changed);
  return { action: assigns ? 'ASSIGN' : 'REMOVE', before: { devices: before }, after: { ...after, ...named } };
}

function namesOf(assigns: boolean, deviceIds: readonly number[]): Record<string, string[]> {
  return { [assigns ? 'assigned' : 'removed']: deviceIds.toSorted((a, b) => a - b).map(String) };
}

/**
 * Assigns a group to an admin below its owner, or takes it away. Their scope follows the group at once. Only the owner and a SUPER_ADMIN
 * may do that.
 */
export async function changeGroupAssignment(services: Services, { session, input }: Call<typeof assignGroup>) {
  const { groupId, userId, assigned } = input;
  const attempt = { session, endpoint: assignGroup, userId, rule: refusalToTouch };
  let followed: readonly ScopeChanges[] = [];
  const answer = await changeAccount(services, attempt, async ({ transaction, actor, target }) => {
    if (isConfinedToWelcome(target.adminRole)) throw new AppError('not_an_admin');
    await lockGroups(transaction, 'CHANGE');
    const group = await findGroupFacts(transaction, scopeOf({ userId: actor.id, adminRole: actor.adminRole }), groupId);
    if (group === undefined) throw new AppError('group_not_found');
    if (!group.mine) throw new AppError('not_allowed');
    const isChanged = assigned
      ? (await assertBelowOwner(transaction, target, group)) &&
        (await insertGroupAssignment(transaction, groupId, userId))
      : await deleteGroupAssignment(transaction, groupId, userId);
    if (!isChanged) return { answer: { changed: 0 } };
    const groupActor = { id: actor.id, username: actor.username, subject: assignGroup.path, groupName: group.name };
    const changes = await reconcileGroups(transaction, { groupIds: [groupId] }, groupActor);
    followed = [changes];
    const devices = changes.deviceIds.size;
    const facts = { group: group.name, devices };
    return {
      answer: { changed: devices },
      entry: assigned
        ? { action: 'ASSIGN' as const, before: {}, after: facts }
        : { action: 'REMOVE' as const, before: facts, after: {} },
    };
  });
  if (followed.length > 0) {
    publishScopes(services.bus, joinScopes(followed));
    services.bus.publish('changed', { feature: 'groups', deviceId: null });
    // Also without devices: the admin sees one group more or less.
    services.bus.publish('changed', { feature: 'assignments', deviceId: null, userId });
  }
  return answer;
}

/** A group goes only to admins below its owner, so that assignments through groups never go round in a circle. */
async function assertBelowOwner(
  transaction: Parties['transaction'],
  target: AccountStatus,
  { ownerId, ownerIsSuperAdmin }: { ownerId: number; ownerIsSuperAdmin: boolean },
): Promise<true> {
  const isAllowed = ownerIsSuperAdmin ? target.id !== ownerId : await isBelow(transaction, target.id, ownerId);
  if (!isAllowed) throw new AppError('not_below_you');
  return true;
}

/** Makes open consoles reload their lists. The affected admin's console reloads everything, including device pages. */
function publishChanges({ bus }: Services, userId: number, deviceIds: readonly number[]): void {
  bus.publish('supervisionChanged', { deviceIds });
  bus.publish('changed', { feature: 'devices', deviceId: null });
  bus.publish('changed', { feature: 'assignments', deviceId: null, userId });
}
