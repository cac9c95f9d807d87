import type { AuditDetails, Endpoint } from '@fairwatch/contract';
import type { Database } from '../../database/schema.ts';
import type { JsonPage, Session } from '../../http/route.ts';
import type { AuditEntry } from './audit.store.ts';
import { writeEntries } from './audit-writer.ts';
import { sessionKey } from './read-log.ts';
import { createSeenItems, type SeenItems } from './seen-items.ts';

/** One per database, which is one per server. */
const seen = new WeakMap<Database, SeenItems>();

/** Who was shown a list over many devices, and what they searched it for. */
export interface Showing {
  session: Session;
  endpoint: Pick<Endpoint, 'path'>;
  input?: { search?: string; export?: boolean };
}

/** A device that something in a list is about. */
export interface Concerned {
  deviceId: number;
  /** What of it was shown, where the list says more than that the device is there. */
  object?: string;
}

/**
 * Adds an entry to the log of each device in a list: this session saw the device there. Written once an hour for each list and each search, and each
 * time for an export. `items` are the devices, or whatever the list has; then `concerned` tells which devices they are about. To be
 * awaited before the list is shown.
 */
export async function logSeen(
  db: Database,
  { session, endpoint: { path }, input = {} }: Showing,
  items: readonly number[],
  concerned: (items: readonly number[]) => Concerned[] | Promise<Concerned[]> = asDevices,
): Promise<void> {
  if (items.length === 0) return;
  const { search = '' } = input;
  const details: AuditDetails = { how: input.export ? 'EXPORT' : 'SEEN', ...(search !== '' && { search }) };
  const actor = { actorId: session.userId, actorName: session.username };
  const entryOf = ({ deviceId, object }: Concerned): AuditEntry => {
    const about = object === undefined ? details : { ...details, object };
    return { ...actor, deviceId, action: 'READ', subject: path, details: about };
  };
  const write = async (fresh: readonly number[]) => {
    await writeEntries(db, (await concerned(fresh)).map(entryOf));
  };
  if (input.export) return await write(items);
  const known = seen.get(db) ?? createSeenItems();
  seen.set(db, known);
  await known.once(`${sessionKey(session)} ${path} ${search}`, items, write);
}

/** The same for a page of devices, which begin with their ids. Gives the page back. */
export async function showDevices(db: Database, showing: Showing, page: JsonPage): Promise<JsonPage> {
  await logSeen(db, showing, idsIn(page));
  return page;
}

/**
 * The ids of the rows of a page, without parsing it: PostgreSQL writes each row with its id first, and in a text every quotation mark
 * is escaped.
 */
export function idsIn({ json }: Pick<JsonPage, 'json'>): number[] {
  return Array.from(json.matchAll(/\{"id":(\d+)/g), ([, id]) => Number(id));
}

function asDevices(items: readonly number[]): Concerned[] {
  return items.map((deviceId) => ({ deviceId }));
}
