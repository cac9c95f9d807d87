import { sql, type RawBuilder } from 'kysely';
import { isBeyond, orderOf, placeOf, type KeysetPlace } from '../../../core/database/keyset.ts';
import type { LineReader } from '../../../shared/audit/told-lines-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { ArchivePart, Json } from './archive-part.ts';

/** Rows per query. A row can be as large as a device's frame, and a batch of them must fit into memory. */
export const rowsPerBatch = 200;

/** Whose rows are read. */
export interface Reading {
  deviceId: number;
  /** The admin for whom it is; null for the person. */
  reader: LineReader | null;
}

/** How far a keyset pagination is: where a row stands, and what comes after it. */
interface Order {
  place: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
  beyond(place: unknown): RawBuilder<boolean>;
}

function byAfter({ after }: ArchivePart, direction: 'asc' | 'desc'): Order {
  const [word, beyond] = direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return { place: after, by: sql`${after} ${word}`, beyond: (place) => sql`${after} ${beyond} ${place}` };
}

/** The order in which the readable page has the rows of a part. */
function shownOrder(part: ArchivePart): Order {
  const { order } = part.shown;
  if (order === undefined) return byAfter(part, 'desc');
  if (order === 'oldest first') return byAfter(part, 'asc');
  return { place: placeOf(order), by: orderOf(order), beyond: (place) => isBeyond(order, place as KeysetPlace) };
}

/** Reads the rows of a part in batches, in the order of the readable page. Each batch is found by an index. */
export function readShown(db: Database, part: ArchivePart, reading: Reading): AsyncGenerator<Json[]> {
  return readBatches(db, part, reading, shownOrder(part));
}

async function* readBatches(
  db: Database,
  part: ArchivePart,
  { deviceId, reader }: Reading,
  { place, by, beyond }: Order,
): AsyncGenerator<Json[]> {
  const shown = (reader === null ? undefined : part.adminRow?.(reader)) ?? part.row;
  let last: unknown = null;
  for (;;) {
    const { rows } = await sql<{ place: unknown; row: Json }>`
      select ${place} as place, ${shown} as row from ${part.from}
      where ${part.where(deviceId)} and ${last === null ? sql`true` : beyond(last)}
      order by ${by} limit ${rowsPerBatch}`.execute(db);
    if (rows.length > 0) yield rows.map(({ row }) => (part.enrich ? part.enrich(row) : row));
    if (rows.length < rowsPerBatch) return;
    last = rows.at(-1)?.place;
  }
}

/** Reads all rows of a part as the text of a JSON array with one row per line. `onRows` gets how many there are. */
export async function* readPart(
  db: Database,
  part: ArchivePart,
  reading: Reading,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  let count = 0;
  for await (const rows of readBatches(db, part, reading, byAfter(part, 'asc'))) {
    for (const row of rows) yield (count++ === 0 ? '[\n' : ',\n') + JSON.stringify(row);
  }
  onRows(count);
  yield count === 0 ? '[]\n' : '\n]\n';
}
