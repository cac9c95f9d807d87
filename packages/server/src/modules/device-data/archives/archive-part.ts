import type { Capability } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { ListOrder } from '../../../core/database/keyset.ts';
import type { LineReader } from '../../../shared/audit/told-lines-sql.ts';
import type { FileFolder } from './archive-files.store.ts';

/** A row of an archive. */
export type Json = Record<string, unknown>;

/** The chapters of the readable page, in their order. */
export const chapters = ['shared', 'done', 'agreed', 'watching', 'messages', 'account'] as const;
export type Chapter = (typeof chapters)[number];

/** How the readable page shows the rows of a part. The JSON beside it has all fields. */
export interface ShownPart {
  chapter: Chapter;
  /** The fields of a row that are shown, in this order. */
  columns: readonly string[];
  /** A table unless told otherwise: the log is a list of sentences by day, captures and photos are pictures. */
  look?: 'table' | 'log' | 'pictures';
  /** The fields with the hash of a file, of which the first that is there counts, and where in the archive those files are. */
  file?: { columns: readonly string[]; folder: FileFolder };
  /** What the rows are sorted by, where it is not the newest first. */
  order?: ListOrder | 'oldest first';
}

/** One JSON file of rows in an archive, and the query that reads it. */
export interface ArchivePart {
  /** The file's name in the archive, without `.json`. */
  name: string;
  shown: ShownPart;
  /** The tables it is read from. A test checks that no table is missing, and docs/privacy.md lists them. */
  tables: readonly string[];
  /** The capability that must be shared for an admin to get this part; null when admins always may. */
  capability: Capability | null;
  /** True for a part that an archive for an admin never has. */
  personOnly?: true;
  /** `from` and `where` select the rows; `after` is the unique column that orders them and by which the pages are cut. */
  from: RawBuilder<unknown>;
  after: RawBuilder<unknown>;
  where: (deviceId: number) => RawBuilder<unknown>;
  /** Selects a row as JSON. Admins appear in it by name, without ids. */
  row: RawBuilder<unknown>;
  /** Like `row`, for an archive for an admin who may be told this much, where that differs. */
  adminRow?: (reader: LineReader) => RawBuilder<unknown>;
  /** Adds fields to a row that SQL cannot compute. */
  enrich?: (row: Json) => Json;
}

/** Selects the name of the admin `u` under this key. */
export const byName = (column: string) => sql`jsonb_build_object(${sql.lit(column)}::text, u.username)`;

interface PartOptions extends Partial<ArchivePart> {
  shown: ShownPart;
  /** The column with the id of an admin, whose name (of `u`) takes its place. */
  by?: string;
}

/** Makes a part for the rows `t` of one table about the device. Options replace what differs from that. */
export function partOf(name: string, table: string, { by, ...options }: PartOptions): ArchivePart {
  const rows = sql`${sql.table(table)} as t`;
  const row = sql`to_jsonb(t) - 'device_id'`;
  return {
    name,
    tables: [table],
    capability: null,
    from: by === undefined ? rows : sql`${rows} join users u on u.id = ${sql.ref(`t.${by}`)}`,
    after: sql`t.id`,
    where: (deviceId) => sql`t.device_id = ${deviceId}`,
    row: by === undefined ? row : sql`${row} || ${byName(by)}`,
    ...options,
  };
}
