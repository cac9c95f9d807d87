import type { Client } from 'pg';

/** Settings that speed up seeding at the cost of durability. Measurements run with PostgreSQL's own settings. */
const careless = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: "'8GB'" };

/**
 * Inserts rows in bulk: without triggers and foreign keys, so it must also write what the triggers would have written, and with
 * indexes built once in the end.
 */
export async function asSeed(client: Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(careless)) await client.query(`alter system set ${name} = ${value}`);
  await client.query('select pg_reload_conf()');
  await client.query(`set session_replication_role = replica`);
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query('set max_parallel_maintenance_workers = 2');
  try {
    await withoutIndexes(client, tables, work);
    await client.query(`vacuum analyze ${tables.join(', ')}`);
  } finally {
    await client.query(`set session_replication_role = origin`);
    for (const name of Object.keys(careless)) await client.query(`alter system reset ${name}`);
    await client.query('select pg_reload_conf()');
    await client.query('checkpoint');
  }
}

/** Does the work without indexes, except those of constraints, and creates them again afterwards. */
async function withoutIndexes(client: Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}
