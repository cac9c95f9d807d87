import type { Activity, Capability, FeaturePermission } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { isoTime } from '../../database/list-sql.ts';
import type { RowTable } from './row-table.ts';

/** What a kind of data contributes to the overview of a device. */
export interface ActivitySource {
  /** The device feature's id. */
  kind: string;
  permission: FeaturePermission;
  capability: Capability;
  /** How much there is and the latest of it. Whoever asks has checked access and consent. */
  read(db: Database, deviceId: number, count: number): Promise<Pick<Activity, 'total' | 'latest'>>;
}

/** Which columns of a table say in short what a row is about. Written here by people, never by a caller. */
export interface Headline {
  /** The first of these columns that is not empty. */
  headline: readonly [string, ...string[]];
  detail?: string;
  /** When it happened; without it, the latest are those that came last. */
  at?: string;
}

/** What lies further ahead than this, such as next year's birthday, is not recent. */
const aheadAtMost = '7 days';

/** The rows of a device feature as activity. */
export function rowActivity({ feature, name }: RowTable, { headline, detail, at }: Headline): ActivitySource {
  const table = sql.table(name);
  const order = at === undefined ? sql`id desc` : sql`${sql.ref(at)} desc, id desc`;
  const words = headline.map((column) => sql`nullif(${sql.ref(column)}::text, '')`);
  const recent = at === undefined ? sql`true` : sql`${sql.ref(at)} <= now() + ${aheadAtMost}::interval`;
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
