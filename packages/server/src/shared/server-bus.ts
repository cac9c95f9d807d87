import {
  capabilityNames,
  changedFeatures,
  commandTypes,
  liveEnds,
  liveViewEnds,
  stepTypes,
  type Capability,
  type ChangedFeature,
  type CommandType,
  type LiveEnd,
  type LiveViewEnd,
  type StepType,
} from '@fairwatch/contract';
import { z } from 'zod/mini';
import type { Bus, EventScope } from '../core/bus/bus.ts';

/** The events between parts of the server. They say what happened and never contain personal data. */
export interface BusEvents {
  /** Rows of a list changed. With `userId` only the consoles of this account are told. */
  changed: { feature: ChangedFeature; deviceId: number | null; userId?: number };
  /**
   * The person of this device changed what they share: `shared` is empty while they pause. Running transfers of what is no
   * longer shared stop at once.
   */
  sharingChanged: { deviceId: number; shared: readonly Capability[] };
  /**
   * The admins, the retention or the push setting of these devices changed (null for all devices). Connected devices are
   * notified.
   */
  supervisionChanged: { deviceIds: readonly number[] | null };
  /**
   * Facts about these devices may have changed on which rules of groups have conditions. PRESENCE: status, versions and operating
   * system. SHARING: what the person shares. PERSON: the person's email address.
   */
  factsChanged: { deviceIds: readonly number[]; facts: 'PRESENCE' | 'SHARING' | 'PERSON' };
  /** A group by rule was added, changed or deleted. */
  rulesChanged: Record<string, never>;
  /** What watches these devices by itself changed, such as a schedule. Connected devices are told. */
  watchesChanged: { deviceIds: readonly number[] };
  /** An alert rule was added, changed or deleted. */
  alertRulesChanged: Record<string, never>;
  /** The owner changed the policies for the use of capabilities. */
  policiesChanged: Record<string, never>;
  /** The owner changed the preset of the installation, or which kinds of data it uses. */
  kindsChanged: Record<string, never>;
  /** The owner switched push on or off. */
  webPushSwitched: Record<string, never>;
  /** A command waits for this device. */
  commandQueued: { deviceId: number };
  /** A command of this device ended, however it did: its next one can be queued. */
  commandEnded: { deviceId: number };
  /**
   * Commands took steps, for the figures of this server: how many seconds after they were queued they were sent and ended, each null unless it
   * happened now. A command that is answered at once takes its last step only.
   */
  commandSteps: {
    steps: readonly {
      commandType: CommandType;
      step: StepType;
      sentAfter: number | null;
      finishedAfter: number | null;
    }[];
  };
  /** A run started or changed, so its items must be looked at. */
  runChanged: Record<string, never>;
  /** A command ended before its device finished it: the device is told to stop. */
  commandCancelled: { deviceId: number; commandId: number };
  /** A live location ended, however it did: the device is told to send no more points of it. */
  liveEnded: { deviceId: number; sessionId: number; end: LiveEnd };
  /** A live view ended, however it did: its device stops, and its viewers are sent nothing more. */
  liveViewEnded: { deviceId: number; sessionId: number; end: LiveViewEnd };
  /** Somebody began or stopped to watch a live view: its device and the other viewers are told. */
  liveViewersChanged: { deviceId: number; sessionId: number };
  /** A request or a notification waits for this device's person. */
  inboxWaiting: { deviceId: number };
  /** A consent request was withdrawn: the device stops showing it. */
  consentRequestWithdrawn: { deviceId: number; requestId: number };
  /** The person of this device has left, or an admin ended it (`ended`): its socket closes. */
  deviceLeft: { deviceId: number; ended: boolean };
  /** This device has connected to another server: an older connection closes. */
  deviceMoved: { deviceId: number; epoch: number };
  /** An archive was requested and must be written. */
  archiveRequested: { deviceId: number };
  /** An archive was written or failed: the device is notified. */
  archiveMade: { deviceId: number };
  /** Admins have new notifications: their open consoles show them. */
  notified: { notificationIds: readonly number[] };
  /** A ticket changed: the consoles of those who may see it are notified. */
  ticketChanged: {
    ticketId: number;
    openedBy: number;
    deviceId: number | null;
    change: 'NEW' | 'UPDATED' | 'MESSAGE' | 'READ';
  };
  /** The role, an access level or a name of an account changed. Every such change publishes this event. */
  accessChanged: { userId: number };
  /** The bytes of a file were stored. */
  fileStored: { size: number };
  /** A phone opened the address of a test that this admin began. `test` names it and is no secret. */
  phoneReached: { test: string; userId: number; isSecure: boolean; at: number };
  /** A session ended: its sockets close. `tokenHash` is in hex. */
  sessionEnded: { tokenHash: string };
}

export type ServerBus = Bus<BusEvents>;

/**
 * Whom each event reaches, by who listens to it. A subscriber that only does work in the database uses `subscribeLocal`, whatever the scope:
 * the server that made the change does what follows from it, once. CLUSTER events are those of which another server has something in
 * memory:
 * - the socket of a device: commandQueued, commandCancelled, liveEnded, liveViewEnded, liveViewersChanged, inboxWaiting, consentRequestWithdrawn, archiveMade, deviceLeft, deviceMoved,
 *   supervisionChanged, kindsChanged, watchesChanged, webPushSwitched, accessChanged (the names of admins in its frames);
 * - the socket of a console: changed, ticketChanged, notified, accessChanged, sessionEnded;
 * - the socket of a viewer: liveViewEnded, liveViewersChanged, sessionEnded, accessChanged, sharingChanged, policiesChanged, kindsChanged, and
 *   changed for assignments;
 * - a transfer under way: sharingChanged, deviceLeft, commandCancelled, sessionEnded, accessChanged, and changed for assignments;
 * - a cache: sessions (accessChanged, sessionEnded), policies (policiesChanged), the face of the installation (kindsChanged), the keys of push (webPushSwitched), the conditions of
 *   group rules (rulesChanged), alert rules and zones (alertRulesChanged, accessChanged, sharingChanged, and changed for zones), whether there are
 *   runs (runChanged);
 * - an archive that is being written: deviceLeft;
 * - the tests whether phones reach the server: phoneReached, which is in no database and asked for again when it is lost.
 * CLUSTER_AT_ONCE are those that take access away: house rule 2 wants a withdrawal to hold at once, also for a download under way. A
 * cancelled command waits for its batch, because a run cancels thousands in a moment.
 * LOCAL are events whose whole effect is work in the database (factsChanged, commandEnded, archiveRequested) or a count of this server
 * (fileStored).
 */
export const eventScopes: Readonly<Record<keyof BusEvents, EventScope>> = {
  changed: 'CLUSTER',
  sharingChanged: 'CLUSTER_AT_ONCE',
  supervisionChanged: 'CLUSTER',
  factsChanged: 'LOCAL',
  rulesChanged: 'CLUSTER',
  watchesChanged: 'CLUSTER',
  alertRulesChanged: 'CLUSTER',
  policiesChanged: 'CLUSTER',
  kindsChanged: 'CLUSTER_AT_ONCE',
  webPushSwitched: 'CLUSTER',
  commandQueued: 'CLUSTER',
  commandEnded: 'LOCAL',
  commandSteps: 'LOCAL',
  runChanged: 'CLUSTER',
  commandCancelled: 'CLUSTER',
  liveEnded: 'CLUSTER',
  liveViewEnded: 'CLUSTER_AT_ONCE',
  liveViewersChanged: 'CLUSTER',
  inboxWaiting: 'CLUSTER',
  consentRequestWithdrawn: 'CLUSTER',
  deviceLeft: 'CLUSTER_AT_ONCE',
  deviceMoved: 'CLUSTER',
  archiveRequested: 'LOCAL',
  archiveMade: 'CLUSTER',
  notified: 'CLUSTER',
  ticketChanged: 'CLUSTER',
  accessChanged: 'CLUSTER_AT_ONCE',
  fileStored: 'LOCAL',
  phoneReached: 'CLUSTER',
  sessionEnded: 'CLUSTER_AT_ONCE',
};

const id = z.int().check(z.positive());
const aboutDevice = z.object({ deviceId: id });
const nothing = z.object({});

/** The shape of each event as other servers send it. */
const eventShapes: { readonly [Name in keyof BusEvents]: z.ZodMiniType<BusEvents[Name]> } = {
  changed: z.object({ feature: z.enum(changedFeatures), deviceId: z.nullable(id), userId: z.optional(id) }),
  sharingChanged: z.object({ deviceId: id, shared: z.array(z.enum(capabilityNames)) }),
  supervisionChanged: z.object({ deviceIds: z.nullable(z.array(id)) }),
  factsChanged: z.object({ deviceIds: z.array(id), facts: z.enum(['PRESENCE', 'SHARING', 'PERSON']) }),
  rulesChanged: nothing,
  watchesChanged: z.object({ deviceIds: z.array(id) }),
  alertRulesChanged: nothing,
  policiesChanged: nothing,
  kindsChanged: nothing,
  webPushSwitched: nothing,
  commandQueued: aboutDevice,
  commandEnded: aboutDevice,
  commandSteps: z.object({
    steps: z.array(
      z.object({
        commandType: z.enum(commandTypes),
        step: z.enum(stepTypes),
        sentAfter: z.nullable(z.number()),
        finishedAfter: z.nullable(z.number()),
      }),
    ),
  }),
  runChanged: nothing,
  commandCancelled: z.object({ deviceId: id, commandId: id }),
  liveEnded: z.object({ deviceId: id, sessionId: id, end: z.enum(liveEnds) }),
  liveViewEnded: z.object({ deviceId: id, sessionId: id, end: z.enum(liveViewEnds) }),
  liveViewersChanged: z.object({ deviceId: id, sessionId: id }),
  inboxWaiting: aboutDevice,
  consentRequestWithdrawn: z.object({ deviceId: id, requestId: id }),
  deviceLeft: z.object({ deviceId: id, ended: z.boolean() }),
  deviceMoved: z.object({ deviceId: id, epoch: z.int() }),
  archiveRequested: aboutDevice,
  archiveMade: aboutDevice,
  notified: z.object({ notificationIds: z.array(id) }),
  ticketChanged: z.object({
    ticketId: id,
    openedBy: id,
    deviceId: z.nullable(id),
    change: z.enum(['NEW', 'UPDATED', 'MESSAGE', 'READ']),
  }),
  accessChanged: z.object({ userId: id }),
  fileStored: z.object({ size: z.int() }),
  phoneReached: z.object({ test: z.string(), userId: id, isSecure: z.boolean(), at: z.int() }),
  sessionEnded: z.object({ tokenHash: z.string() }),
};

/** Checks an event of another server. Null when it does not have the shape of this name. */
export function parseEvent(name: keyof BusEvents, event: unknown): object | null {
  const parsed = eventShapes[name].safeParse(event);
  return parsed.success ? parsed.data : null;
}

/** The most ids in one event for other servers. A message has room for several times as many, of any length. */
const idsPerEvent = 5000;

/**
 * Divides an event that lists more ids than fit into one message, such as a rule that fires for every device of a large installation. Sent
 * whole it would be dropped, and every other server would read everything again.
 */
export function divideEvent(_name: keyof BusEvents, event: unknown): readonly unknown[] {
  const [key, ids] =
    Object.entries(event ?? {}).find(([, value]) => Array.isArray(value) && value.length > idsPerEvent) ?? [];
  if (key === undefined || !Array.isArray(ids)) return [event];
  const parts = Math.ceil(ids.length / idsPerEvent);
  return Array.from({ length: parts }, (_, part) =>
    Object.assign({}, event, { [key]: ids.slice(part * idsPerEvent, (part + 1) * idsPerEvent) as unknown[] }),
  );
}
