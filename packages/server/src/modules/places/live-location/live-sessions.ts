import { startLiveLocation, stopLiveLocation, type LiveEnd } from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import { endSessionOf, type EndedSession } from './live-sessions.store.ts';

/** Who stopped a live location before its time. */
export interface StoppedBy {
  userId: number;
  username: string;
}

/**
 * Ends the live location of a device, if one runs, and logs it; in the transaction of the caller, who then calls `publishLiveEnds`. With
 * `by` it was stopped on purpose, otherwise it ends because of a change that is logged by itself.
 */
export async function endLiveLocation(
  transaction: Database,
  deviceId: number,
  { by, ...which }: { end: LiveEnd; sessionId?: number; by?: StoppedBy },
): Promise<EndedSession[]> {
  const ended = await endSessionOf(transaction, deviceId, which);
  await logLiveEnds(transaction, ended, by);
  return ended;
}

/** Writes how long live locations ran and how many points they had. Unless somebody stopped it, the entry is of the admin who started it. */
export async function logLiveEnds(db: Database, ended: readonly EndedSession[], by?: StoppedBy): Promise<void> {
  await appendEntries(db, liveEndEntries(ended, by));
}

/** The entries of `logLiveEnds`, for a caller who writes them together with others. */
export function liveEndEntries(ended: readonly EndedSession[], by?: StoppedBy): AuditEntry[] {
  return ended.map((session) => {
    const { deviceId, end, points, seconds, startedBy, startedById } = session;
    return {
      deviceId,
      actorId: by?.userId ?? startedById,
      actorName: by?.username ?? startedBy,
      action: 'LIVE_LOCATION',
      subject: end === 'STOPPED_BY_ADMIN' ? stopLiveLocation.path : startLiveLocation.path,
      details: { end, seconds, count: points, startedBy },
    };
  });
}

/** Tells open consoles and the devices. Called after the commit. */
export function publishLiveEnds({ bus }: Pick<Services, 'bus'>, ended: readonly EndedSession[]): void {
  for (const { id, deviceId, end } of ended) bus.publish('liveEnded', { deviceId, sessionId: id, end });
  const deviceIds = ended.map(({ deviceId }) => deviceId);
  // The lists of locations do not follow each point, and the log has a new entry, which pages read again with the commands.
  for (const feature of ['live-location', 'locations', 'commands'] as const) publishChanges(bus, feature, deviceIds);
}
