import type { Activity, Capability, FeaturePermission } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import type { RowTable } from './row-table.ts';

/** What one kind of data contributes to the overview of a device. */
export interface ActivitySource {
  /** The device feature's id. */
  kind: string;
  permission: FeaturePermission;
  capability: Capability;
  /** Reads the number of rows and the latest ones. The caller has checked access and consent. */
  read(db: Database, deviceId: number, count: number): Promise<Pick<Activity, 'total' | 'latest'>>;
}

/** The columns of a table that summarise a row. They come from the code, never from a request. */
export interface Headline {
  /** The first of these columns that is not empty is shown. */
  headline: readonly [string, ...string[]];
  detail?: string;
  /** The time of the event; when omitted, the latest rows are those received last. */
  at?: string;
}

/** Events further in the future than this, such as next year's birthday, are not recent. */
const maxAhead = '7 days';

/**
 * Returns the activity of a device feature's rows. Plan: the kept count by primary key, and the first rows of the index on
 * the device and `at`.
 */
export function rowActivity({ feature, name }: RowTable, { headline, detail, at }: Headline): ActivitySource {
  const table = sql.table(name);
  const order = at === undefined ? sql`id desc` : sql`${sql.ref(at)} desc, id desc`;
  const words = headline.map((column) => sql`nullif(${sql.ref(column)}::text, '')`);
  const recent = at === undefined ? sql`true` : sql`${sql.ref(at)} <= now() + ${maxAhead}::interval`;
  const latest = sql`
    select id, coalesce(${sql.join(words)}, '') as headline,
      ${detail === undefined ? sql`''` : sql`coalesce(${sql.ref(detail)}::text, '')`} as detail,
      ${at === undefined ? sql`null` : isoTime(sql.ref(at))} as at`;
  return {
    kind: feature.id,
    permission: feature.permission,
    capability: feature.capability,
    async read(db, deviceId, count) {
      const { rows } = await sql<Pick<Activity, 'total' | 'latest'>>`
        select coalesce((
            select rows from device_row_counts where device_id = ${deviceId} and kind = ${name}), 0) as total,
          coalesce((select json_agg(row) from (
            ${latest} from ${table} where device_id = ${deviceId} and ${recent} order by ${order} limit ${count}) as row), '[]') as latest`.execute(
        db,
      );
      const [read] = rows;
      if (!read) throw new Error('A select without from returns one row.');
      return read;
    },
  };
}
