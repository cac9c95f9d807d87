import { assignGroup } from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { ServerBus } from '../../../shared/server-bus.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import { endUsesOf, joinUses, noUses, publishEndedUses, type EndedUses } from '../uses/end-uses.ts';
import { logWatchScopes, type WatchScopeChange } from '../../places/watch-scopes/log-watch-scopes.ts';
import {
  correctAssignments,
  correctMembers,
  findMismatches,
  findNamedGroups,
  lockDevices,
  type GroupAssignment,
  type GroupFilter,
  type Membership,
  type NewAssignment,
} from './members.store.ts';

/** Who caused a change of groups, for the logs of the devices. */
export interface GroupActor {
  id: number;
  username: string;
  /** The path of the endpoint. */
  subject: string;
  /** The name of the group that was deleted or taken from an admin, which can no longer be looked up. */
  groupName?: string;
}

/** An assignment that began or ended because of a group. */
export interface ScopeMove {
  userId: number;
  admin: string;
  deviceId: number;
  began: boolean;
}

/** What a change of groups did to scopes, for `publishScopes`. */
export interface ScopeChanges {
  /** The devices that an admin got or lost. */
  deviceIds: ReadonlySet<number>;
  /** The admins who got or lost them. */
  userIds: ReadonlySet<number>;
  /** The devices that came into a group or left one. */
  memberIds: ReadonlySet<number>;
  /** What ended because admins lost devices. */
  uses: EndedUses;
  /** Each assignment that began or ended, in this order. */
  moves: readonly ScopeMove[];
}

/** How far an assignment can lead to another one. Each is to an admin below the owner of its group, so this is the depth of that order. */
const roundsAtMost = 100;

/**
 * Makes members and assignments follow from the groups again, and writes each assignment that begins or ends to the device's log. An
 * assignment can bring a device into the scope of an admin whose own groups then take it up, so this goes on until nothing changes. The
 * caller holds `lockGroups`. Without an actor, the log names the owner of the group, who set its rule. The zones and alert rules that this brings,
 * and those of what the caller has changed before (`own`), are written too: once, so that none is written twice.
 */
export async function reconcileGroups(
  transaction: Database,
  filter: GroupFilter,
  actor: GroupActor | null,
  own: WatchScopeChange = {},
): Promise<ScopeChanges> {
  const deviceIds = await findMismatches(transaction, filter);
  const changes = {
    deviceIds: new Set<number>(),
    userIds: new Set<number>(),
    memberIds: new Set<number>(),
    uses: noUses,
    moves: new Array<ScopeMove>(),
  };
  if (deviceIds.length === 0) {
    await logWatchScopes(transaction, own);
    return changes;
  }
  await lockDevices(transaction, deviceIds);
  const { joined = [] } = own;
  const followed = { added: [...(own.added ?? [])], removed: [...(own.removed ?? [])], begun: [...(own.begun ?? [])] };
  for (let round = 0; round < roundsAtMost; round += 1) {
    const { added, removed } = await correctMembers(transaction, deviceIds);
    const { begun, ended } = await correctAssignments(transaction, deviceIds);
    for (const { deviceId } of [...added, ...removed]) changes.memberIds.add(deviceId);
    followed.added.push(...added);
    followed.removed.push(...removed);
    followed.begun.push(...begun);
    if (begun.length + ended.length === 0) {
      await logWatchScopes(transaction, { joined, ...followed });
      return changes;
    }
    for (const { userId, deviceId } of [...begun, ...ended]) {
      changes.deviceIds.add(deviceId);
      changes.userIds.add(userId);
    }
    changes.moves.push(...ended.map((one) => moveOf(one, false)), ...begun.map((one) => moveOf(one, true)));
    const losers = [...new Set(ended.map(({ userId }) => userId))];
    const uses = await endUsesOf(transaction, losers, actor);
    changes.uses = joinUses([changes.uses, uses]);
    const entries = [...(await entriesOf(transaction, { begun, ended, removed }, actor)), ...uses.entries];
    await appendEntries(
      transaction,
      entries.toSorted((a, b) => a.deviceId - b.deviceId),
    );
  }
  throw new Error('The assignments through groups do not settle.');
}

function moveOf({ userId, admin, deviceId }: GroupAssignment, began: boolean): ScopeMove {
  return { userId, admin, deviceId, began };
}

interface Outcome {
  begun: readonly NewAssignment[];
  ended: readonly GroupAssignment[];
  removed: readonly Membership[];
}

async function entriesOf(
  transaction: Database,
  { begun, ended, removed }: Outcome,
  actor: GroupActor | null,
): Promise<AuditEntry[]> {
  const groupIds = new Set([...begun, ...removed].map(({ groupId }) => groupId));
  const groups = new Map((await findNamedGroups(transaction, [...groupIds])).map((group) => [group.id, group]));
  const leftGroups = new Map<number, number[]>();
  for (const { deviceId, groupId } of removed) leftGroups.set(deviceId, [...(leftGroups.get(deviceId) ?? []), groupId]);
  const entry = (action: 'ASSIGN' | 'UNASSIGN', { deviceId, admin }: GroupAssignment, groupId: number | undefined) => {
    const group = groupId === undefined ? undefined : groups.get(groupId);
    const name = group?.name ?? actor?.groupName;
    return {
      deviceId,
      actorId: actor?.id ?? group?.ownerId ?? null,
      actorName: actor?.username ?? group?.owner ?? 'The server',
      action,
      subject: actor?.subject ?? assignGroup.path,
      details: { admin, ...(name !== undefined && { group: name }) },
    };
  };
  return [
    ...ended.map((one) => {
      const was = leftGroups.get(one.deviceId)?.find((id) => groups.get(id)?.userIds.includes(one.userId));
      return entry('UNASSIGN', one, was);
    }),
    ...begun.map((one) => entry('ASSIGN', one, one.groupId)),
  ];
}

/** Joins what several changes in one transaction did. */
export function joinScopes(all: readonly ScopeChanges[]): ScopeChanges {
  return {
    deviceIds: new Set(all.flatMap(({ deviceIds }) => [...deviceIds])),
    userIds: new Set(all.flatMap(({ userIds }) => [...userIds])),
    memberIds: new Set(all.flatMap(({ memberIds }) => [...memberIds])),
    uses: joinUses(all.map(({ uses }) => uses)),
    moves: all.flatMap(({ moves }) => moves),
  };
}

/**
 * Makes everything that is open follow a change of scopes, after its transaction: devices show who may see them, the consoles of the
 * affected admins reload, their sockets and transfers stop.
 */
export function publishScopes(bus: ServerBus, { deviceIds, userIds, memberIds, uses }: ScopeChanges): void {
  publishEndedUses(bus, uses);
  if (deviceIds.size > 0) bus.publish('supervisionChanged', { deviceIds: [...deviceIds] });
  for (const userId of userIds) bus.publish('changed', { feature: 'assignments', deviceId: null, userId });
  if (memberIds.size > 0) {
    bus.publish('changed', { feature: 'groups', deviceId: null });
    // A zone for a group is for its present members.
    bus.publish('watchesChanged', { deviceIds: [...memberIds] });
  }
  // An admin who lost a device must reload the list too, so a change of scopes concerns all devices.
  publishChanges(bus, 'devices', deviceIds.size > 0 ? [null] : memberIds);
}
