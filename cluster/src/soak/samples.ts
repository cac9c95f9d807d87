import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { rssOf } from '../../../bench/src/core/rss.ts';
import { percentile } from '../../../bench/src/core/table.ts';
import type { Database } from '../../../packages/server/src/shared/schema/schema.ts';
import type { Look } from './probe.process.ts';

/** The size of one table. */
interface TableSize {
  rows: number;
  dead: number;
  bytes: number;
  indexBytes: number;
}

/** What was measured at one moment, or since the sample before. */
export interface Sample extends Omit<Look, 'rss'> {
  /** Seconds since the beginning of the run. */
  at: number;
  /** How often the server was started until then. */
  life: number;
  /** The least resident memory of the server since the sample before, looked at once a second: what passes does not count. */
  rssFloor: number;
  connected: number;
  /** All WAL written since the beginning, and the files of it that there are. */
  walBytes: number;
  walFileBytes: number;
  databaseBytes: number;
  /** The server's own folder: files, uploads, answers on their way. */
  fileBytes: number;
  requests: Latencies;
  commands: Latencies;
  tables: Record<string, TableSize>;
}

interface Latencies {
  count: number;
  p50Ms: number;
  p99Ms: number;
}

/** What a sample is taken from. */
export interface Sources {
  db: Database;
  probePath: string;
  /** The server's own folder. */
  folder: string;
  pid(): number;
  life(): number;
  connected(): Promise<number>;
  /** Milliseconds of the requests since it was called last. */
  takeTimes(): number[];
}

const lookMs = 1000;
const probeWithinMs = 20_000;

/** Takes a sample at each interval, until stopped, and appends each to the file at once. What fails while something is down is left out. */
export function startSampling(sources: Sources, file: string, everyMs: number) {
  const samples: Sample[] = [];
  const stopping = new AbortController();
  const startedAt = Date.now();
  let firstWal: number | null = null;

  async function take(rssFloor: number, since: number): Promise<void> {
    const { rss, ...look } = JSON.parse(await askProbe(sources.probePath, 'look')) as Look;
    const database = await readDatabase(sources.db);
    firstWal ??= database.walBytes;
    const sample: Sample = {
      at: (Date.now() - startedAt) / 1000,
      life: sources.life(),
      ...look,
      rssFloor: Math.min(rssFloor, rss),
      connected: await sources.connected(),
      ...database,
      walBytes: database.walBytes - firstWal,
      fileBytes: await sizeOf(sources.folder),
      requests: latenciesOf(sources.takeTimes()),
      commands: latenciesOf(await readCommandTimes(sources.db, since)),
    };
    samples.push(sample);
    appendFileSync(file, `${JSON.stringify(sample)}\n`);
  }

  const sampling = (async () => {
    let since = Date.now();
    while (!stopping.signal.aborted) {
      const [life, due] = [sources.life(), Date.now() + everyMs];
      let floor = Number.POSITIVE_INFINITY;
      while (Date.now() < due && !stopping.signal.aborted) {
        const rss = rssOf(sources.pid());
        if (rss > 0) floor = Math.min(floor, rss);
        await delay(lookMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      // The floor would be that of a process which has just begun.
      if (life !== sources.life()) continue;
      const from = since;
      since = Date.now();
      await take(floor, from).catch(() => undefined);
    }
  })();
  return {
    samples,
    startedAt,
    async stop(): Promise<void> {
      stopping.abort();
      await sampling;
    },
  };
}

/** Asks the probe inside the server: `look`, or the path for a heap snapshot. */
export async function askProbe(path: string, question: string): Promise<string> {
  const socket = connect(path);
  socket.setTimeout(probeWithinMs, () => socket.destroy(new Error('The probe did not answer.')));
  socket.write(question);
  return await text(socket);
}

async function readDatabase(db: Database) {
  const { rows } = await sql<{ walBytes: number; walFileBytes: number; databaseBytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
      (select coalesce(sum(size), 0) from pg_ls_waldir())::float8 as "walFileBytes",
      pg_database_size(current_database())::float8 as "databaseBytes"`.execute(db);
  const { rows: sizes } = await sql<TableSize & { name: string }>`
    select relname as name, n_live_tup::float8 as rows, n_dead_tup::float8 as dead, pg_table_size(relid)::float8 as bytes,
      pg_indexes_size(relid)::float8 as "indexBytes"
    from pg_stat_user_tables where schemaname = 'public' order by relname`.execute(db);
  const [figures] = rows;
  if (figures === undefined) throw new Error('The database said nothing.');
  return { ...figures, tables: Object.fromEntries(sizes.map(({ name, ...size }) => [name, size])) };
}

async function readCommandTimes(db: Database, since: number): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from finished_at - created_at) * 1000)::float8 as ms from commands
    where step = 'DONE' and run_item_id is null and finished_at > ${new Date(since)}`.execute(db);
  return rows.map(({ ms }) => ms);
}

function latenciesOf(times: readonly number[]): Latencies {
  const sorted = times.toSorted((one, other) => one - other);
  const [p50Ms, p99Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  return { count: sorted.length, p50Ms: p50Ms || 0, p99Ms: p99Ms || 0 };
}

async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sk', folder]);
  return Number.parseInt(stdout, 10) * 1024;
}
