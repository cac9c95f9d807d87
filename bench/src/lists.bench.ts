import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contacts, deviceList, userList, type Endpoint } from '@fairwatch/contract';
import { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { load, type LoadResult, type Shot } from './core/load.ts';
import { freePort, serve, type Served } from './core/process.ts';
import { databaseEnvironment, type Ground, prepareGround, signIn, startProductAt } from './core/product.ts';
import { median, printTable, ratio } from './core/table.ts';
import { addContacts, growDevices, someDevices } from './lists.data.ts';

const connections = 16;
const rounds = 3;
const few = 1000;
const pageSize = 50;

/** What is asked for, of a product with few rows and of one with many. */
interface Asked {
  list: string;
  endpoint: Endpoint;
  input: object;
  lastPage?: boolean;
  /** Not a first page as it opens: shown without a goal. */
  extra?: boolean;
}

/** The same product twice: over few devices and rows, and over many. */
interface Side {
  rows: number;
  product: Served;
  token: string;
  deviceId: number;
}

interface Sides {
  short: Side;
  long: Side;
}

/** A page of 50 rows from short lists and from very long ones. */
export const listsBench: Bench = {
  about: 'pages of 50 rows out of 1,000 and of a million, beside a bare Fastify that answers the same bytes',
  async run({ devices: many = 1_000_000, seconds = 3 }) {
    const ground = await prepareGround();
    const closers: (() => Promise<unknown>)[] = [() => ground.remove()];
    try {
      const sides = { short: await prepare(ground, few, closers), long: await prepare(ground, many, closers) };
      const lines = [];
      for (const asked of lists) lines.push(await compare(asked, sides, ground.dataDir, seconds));
      printTable(lines);
    } finally {
      for (const close of closers.toReversed()) await close();
    }
  },
};

const lists: readonly Asked[] = [
  { list: 'devices', endpoint: deviceList, input: {} },
  { list: 'devices by username', endpoint: deviceList, input: { sortBy: 'username' } },
  { list: 'users', endpoint: userList, input: {} },
  { list: 'contacts of one device', endpoint: contacts.list, input: {} },
  { list: 'devices, one found', endpoint: deviceList, input: { search: 'person-777@' }, extra: true },
  { list: 'devices, most found', endpoint: deviceList, input: { search: 'example.org' }, extra: true },
  { list: 'contacts, one found', endpoint: contacts.list, input: { search: 'name-777@' }, extra: true },
  { list: 'devices, the last page', endpoint: deviceList, input: {}, lastPage: true, extra: true },
];

async function prepare(ground: Ground, rows: number, closers: (() => Promise<unknown>)[]): Promise<Side> {
  const database = `bench_${rows}`;
  const admin = new Client(ground.connection);
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const product = await startProductAt(databaseEnvironment(ground, database));
  closers.push(product.stop);
  const client = new Client({ ...ground.connection, database });
  await client.connect();
  const started = performance.now();
  await growDevices(client, rows);
  const [deviceId = 0] = await someDevices(client, 1);
  await addContacts(client, deviceId, rows);
  await client.end();
  console.log(
    `${rows.toLocaleString('en')} of each were made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return { rows, product, token: await signIn(product.url), deviceId };
}

/** Short, long and bare in turn, several times: whatever else the machine does, all three meet it. */
async function compare(asked: Asked, { short, long }: Sides, folder: string, seconds: number) {
  const answerFile = path.join(folder, 'answer.json');
  await writeFile(answerFile, await answerTo(asked.list, shotOf(asked, long)));
  const bare = await serve({
    file: process.execPath,
    args: ['bench/src/bare/bare-fastify.ts'],
    port: await freePort(),
    env: { ANSWER_FILE: answerFile },
    probe: '/',
  });
  const runs = { short: [] as LoadResult[], long: [] as LoadResult[], bare: [] as LoadResult[] };
  for (let round = 0; round < rounds; round += 1) {
    runs.short.push(await load(shotOf(asked, short), { connections, seconds }));
    runs.long.push(await load(shotOf(asked, long), { connections, seconds }));
    runs.bare.push(await load({ ...shotOf(asked, long), url: `${bare.url}/` }, { connections, seconds }));
  }
  await bare.stop();
  return lineOf(asked, medianOf(runs.short), medianOf(runs.long), medianOf(runs.bare));
}

function medianOf(runs: readonly LoadResult[]): Median {
  return {
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    p50Ms: median(runs.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(runs.map(({ p99Ms }) => p99Ms)),
  };
}

type Median = Omit<LoadResult, 'errors'>;

function lineOf({ list, extra = false }: Asked, short: Median, long: Median, bare: Median) {
  return {
    list: extra ? `(${list})` : list,
    'few/s': short.perSecond.toFixed(0),
    'many/s': long.perSecond.toFixed(0),
    'bare/s': bare.perSecond.toFixed(0),
    'few against bare': ratio(short.perSecond, bare.perSecond),
    'many against bare': ratio(long.perSecond, bare.perSecond),
    'p50 few ms': short.p50Ms.toFixed(2),
    'p50 many ms': long.p50Ms.toFixed(2),
    'p50 many against few': ratio(long.p50Ms, short.p50Ms),
    'p99 many ms': long.p99Ms.toFixed(1),
  };
}

function shotOf({ endpoint, input, lastPage = false }: Asked, { product, token, rows, deviceId }: Side): Shot {
  const page = lastPage ? { page: rows / pageSize } : {};
  const device = endpoint.device === null ? {} : { deviceId };
  return {
    url: `${product.url}${endpoint.path}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ pageSize, ...input, ...page, ...device }),
  };
}

async function answerTo(list: string, shot: Shot): Promise<string> {
  const answer = await fetch(shot.url, { method: 'POST', headers: shot.headers, body: shot.body });
  const bytes = await answer.text();
  if (!answer.ok) throw new Error(`${list}: ${bytes}`);
  return bytes;
}
