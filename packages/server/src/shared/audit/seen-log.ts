import { limits, type AuditDetails, type Capability, type Endpoint } from '@fairwatch/contract';
import type { JsonPage } from '../../core/database/page.ts';
import type { Session } from '../session.ts';
import type { AuditEntry, AuditLog } from '../services/audit-log.ts';
import { sessionKey } from './read-log.ts';

/** Which session was shown a list over many devices, and what it searched for. */
export interface Showing {
  session: Session;
  endpoint: Pick<Endpoint, 'path'>;
  input?: { search?: string; export?: boolean };
  /** What was asked about each device, in words; each question is logged by itself. */
  asked?: string;
}

/** A device that an item of a list is about. */
export interface Concerned {
  deviceId: number;
  /** What the list shows of it, where that is more than the device itself. */
  object?: string;
}

/**
 * Adds an entry to the log of each device in a list: this session saw the device there. Entries are written once an hour for
 * each list and search, and each time for an export. `items` are device ids, or the ids of the list's items; then
 * `concerned` finds the devices they are about. Await it before sending the response.
 */
export async function logSeen(
  auditLog: AuditLog,
  { session, endpoint: { path }, input = {}, asked }: Showing,
  items: readonly number[],
  concerned: (items: readonly number[]) => Concerned[] | Promise<Concerned[]> = asDevices,
): Promise<void> {
  if (items.length === 0) return;
  const { search = '' } = input;
  const details: AuditDetails = {
    how: input.export ? 'EXPORT' : 'SEEN',
    ...(search !== '' && { search }),
    ...(asked !== undefined && { object: asked }),
  };
  const actor = { actorId: session.userId, actorName: session.username };
  const entryOf = ({ deviceId, object }: Concerned): AuditEntry => {
    const about = object === undefined ? details : { ...details, object };
    return { ...actor, deviceId, action: 'READ', subject: path, details: about };
  };
  const write = async (fresh: readonly number[]) => {
    await auditLog.write((await concerned(fresh)).map(entryOf));
  };
  if (input.export) return await write(items);
  await auditLog.seen.once({ session: sessionKey(session), what: `${path} ${search}${asked ?? ''}` }, items, write);
}

/**
 * Adds an entry to the log of each device on a map: this session saw its data of `capability`. Entries are written once per visit, which ends
 * after the same pause as a visit in the log, and again each hour that the map stays open. The search is that of the moment when the device
 * was first shown. Await it before reading what is shown.
 */
export async function logShownOnMap(
  auditLog: AuditLog,
  { session, endpoint: { path }, input = {}, capability }: Showing & { capability: Capability },
  deviceIds: readonly number[],
): Promise<void> {
  if (deviceIds.length === 0) return;
  const { search = '' } = input;
  const entry = {
    actorId: session.userId,
    actorName: session.username,
    action: 'READ',
    subject: path,
    capability,
    details: { how: 'SEEN', ...(search !== '' && { search }) },
  } as const;
  const write = (fresh: readonly number[]) => auditLog.write(fresh.map((deviceId) => ({ ...entry, deviceId })));
  const map = { session: sessionKey(session), what: path };
  await auditLog.seen.once(map, deviceIds, write, limits.audit.visitGapMs);
}

/** Like `logSeen`, for a page of devices. Returns the page. */
export async function showDevices(auditLog: AuditLog, showing: Showing, page: JsonPage): Promise<JsonPage> {
  await logSeen(auditLog, showing, idsIn(page));
  return page;
}

/**
 * Extracts the ids of a page's rows without parsing it: PostgreSQL writes each row with its id first, and quotation marks
 * inside texts are escaped.
 */
export function idsIn({ json }: Pick<JsonPage, 'json'>): number[] {
  return Array.from(json.matchAll(/\{"id":(\d+)/g), ([, id]) => Number(id));
}

function asDevices(items: readonly number[]): Concerned[] {
  return items.map((deviceId) => ({ deviceId }));
}
