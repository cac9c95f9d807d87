import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceTables } from '../../device-features.ts';
import { createTestDatabase } from '../../testing/servers/test-database.ts';
import { archiveParts } from '../../modules/device-data/archives/write-archive.ts';
import { retainedKinds } from '../../modules/device-data/retention/retention.ts';

const page = await readFile(new URL('../../../../../docs/privacy.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('| what | where |'), page.indexOf('Outside the database:'))
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').slice(1, -1));

const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.close());

describe('the page about privacy', () => {
  it('says of every table what is in it, and of no other', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.db);
    const described = rows.flatMap(([, where]) => quoted(where)).filter((name) => !name.startsWith('DATA_DIR'));
    expect(described.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('says how long each kind of data is kept by default', () => {
    const said = rows.flatMap(([, where, howLong = '']) =>
      [...howLong.matchAll(/(\d+) days \(`([^`]+)`\)/g)].map(([, days, kind]) => [
        kind,
        Number(days),
        quoted(where)[0],
      ]),
    );
    const kept = retainedKinds(deviceTables).map(({ kind, defaultDays, table }) => [kind, defaultDays, table]);
    expect(said.toSorted()).toEqual(kept.toSorted());
  });

  it('says where each table is in the archive of a person', () => {
    for (const { name, tables } of archiveParts(deviceTables)) {
      const row = rows.find(([, where]) => quoted(where).includes(tables[0] ?? ''));
      expect(quoted(row?.[3]), tables[0]).toContain(`${name}.json`);
    }
  });
});
