import {
  startLiveView,
  stopLiveView,
  watchLiveView,
  type LiveViewEnd,
  type LiveViewEndOfDevice,
} from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import type { DeviceConnection } from '../../../shared/device-connection.ts';
import { lockConnected } from '../../../shared/device-state/persons-device.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import { recordAllGone, type GoneViewer } from './live-viewers.store.ts';
import { endLiveViewOf, type EndedLiveView } from './live-views.store.ts';

/** Who stopped a live view before its time. */
export interface StoppedBy {
  userId: number;
  username: string;
}

/**
 * Ends the live view of a device, if one runs, and logs it; in the transaction of the caller, who then calls `publishLiveViewEnds`. With
 * `by` it was stopped on purpose, otherwise it ends because of a change that is logged by itself.
 */
export async function endLiveView(
  transaction: Database,
  deviceId: number,
  { by, ...which }: { end: LiveViewEnd; sessionId?: number; by?: StoppedBy },
): Promise<EndedLiveView[]> {
  const ended = await endLiveViewOf(transaction, deviceId, which);
  await appendEntries(transaction, liveViewEndEntries(ended, by));
  return ended;
}

/** The entries about live views that have ended. Unless somebody stopped it, the entry is of the admin who started it. */
export function liveViewEndEntries(ended: readonly EndedLiveView[], by?: StoppedBy): AuditEntry[] {
  return ended.map(({ deviceId, end, seconds, startedBy, startedById }) => ({
    deviceId,
    actorId: by?.userId ?? startedById,
    actorName: by?.username ?? startedBy,
    action: 'LIVE_VIEW',
    subject: end === 'STOPPED_BY_ADMIN' ? stopLiveView.path : startLiveView.path,
    details: { end, seconds, startedBy },
  }));
}

/** Tells open consoles, the devices and the viewers. Called after the commit. */
export function publishLiveViewEnds({ bus }: Pick<Services, 'bus'>, ended: readonly EndedLiveView[]): void {
  for (const { id, deviceId, end } of ended) bus.publish('liveViewEnded', { deviceId, sessionId: id, end });
  const deviceIds = ended.map(({ deviceId }) => deviceId);
  // The log has a new entry, which pages read again with the commands.
  for (const feature of ['live-view', 'commands'] as const) publishChanges(bus, feature, deviceIds);
}

/** The entry that an admin began to watch: it is written before they are sent the first picture. */
export function joinedEntry({ deviceId, userId, username }: StoppedBy & { deviceId: number }): AuditEntry {
  return viewerEntry({ deviceId, userId, username }, { what: 'joined' });
}

/** The entries that admins have watched, with how long and how many pictures. */
export function watchedEntries(gone: readonly GoneViewer[]): AuditEntry[] {
  return gone.map(({ seconds, pictures, ...viewer }) =>
    viewerEntry(viewer, { what: 'watched', seconds, count: pictures }),
  );
}

function viewerEntry(
  { deviceId, userId, username }: StoppedBy & { deviceId: number },
  details: NonNullable<AuditEntry['details']>,
): AuditEntry {
  const { path } = watchLiveView;
  return {
    deviceId,
    actorId: userId,
    actorName: username,
    action: 'LIVE_VIEW',
    subject: path,
    capability: 'CAMERA',
    details,
  };
}

/**
 * Ends the live view of a device that leaves, together with those who watch it: their rows are deleted in the same transaction. Returns the
 * entries for its log, too.
 */
export async function endLiveViewOfLeaving(
  transaction: Database,
  deviceId: number,
): Promise<{ ended: EndedLiveView[]; entries: AuditEntry[] }> {
  const ended = await endLiveViewOf(transaction, deviceId, { end: 'LEFT' });
  const gone = await recordAllGone(transaction, deviceId);
  return { ended, entries: [...liveViewEndEntries(ended), ...watchedEntries(gone)] };
}

/** Ends a live view as its device says. Throws `DeviceMoved` when the device has connected elsewhere since. */
export async function endAsReported(
  transaction: Database,
  connection: DeviceConnection,
  { sessionId, end }: { sessionId: number; end: LiveViewEndOfDevice },
): Promise<EndedLiveView[]> {
  const device = await lockConnected(transaction, connection);
  if (!device) return [];
  const { userId, username } = device;
  const by = end === 'STOPPED_BY_PERSON' ? { by: { userId, username } } : {};
  return await endLiveView(transaction, connection.deviceId, { end, sessionId, ...by });
}
