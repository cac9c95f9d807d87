import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  contacts,
  conversation,
  deviceList,
  deviceSortFields,
  messages,
  messageThreads,
  userList,
  type Endpoint,
} from '@fairwatch/contract';
import type { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { load, type LoadResult, type Shot } from './core/load.ts';
import { serveBare, type Served } from './core/process.ts';
import { type Closers, type Ground, onGround, signIn, startFilled } from './core/product.ts';
import { median, printTable, ratio } from './core/table.ts';
import { addContacts, addDevices, addMessages, someDevices, talkativeAddress } from './lists.data.ts';

const connections = 16;
const rounds = 3;
const few = 1000;
const pageSize = 50;

/** The kinds of rows, of which one product has few and the other many. */
type Kind = 'devices' | 'contacts' | 'messages';

/** A measured request, to a product with few rows and to one with many. */
interface Asked {
  list: string;
  kind: Kind;
  endpoint: Endpoint;
  input: object;
  /** The inputs of the connections; without it all send the same. */
  inputs?: readonly object[];
  lastPage?: boolean;
  /** True for a measurement without a target, which is no first page. */
  extra?: boolean;
}

/** Two products: one with few devices and rows, one with many. */
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
  async run({ devices: many = 1_000_000, seconds = 3, only = '' }) {
    const chosen = lists.filter(({ list }) => only.split(',').some((part) => list.includes(part)));
    const kinds = new Set(chosen.map(({ kind }) => kind));
    await onGround(async (ground, closers) => {
      const short = await prepare(ground, few, kinds, closers);
      const long = await prepare(ground, many, kinds, closers);
      const sides = { short, long };
      const lines = [];
      let whole: Median | null = null;
      for (const asked of chosen) {
        const medians = await compare(asked, sides, ground.dataDir, seconds);
        if (asked.list === 'devices') whole = medians.long;
        lines.push(lineOf(asked, medians, whole));
      }
      printTable(lines);
    });
  },
};

const paged = { pageSize };

const lists: readonly Asked[] = [
  { list: 'devices', kind: 'devices', endpoint: deviceList, input: paged },
  { list: 'devices by username', kind: 'devices', endpoint: deviceList, input: { ...paged, sortBy: 'username' } },
  { list: 'users', kind: 'devices', endpoint: userList, input: paged },
  { list: 'contacts of one device', kind: 'contacts', endpoint: contacts.list, input: paged },
  { list: 'messages of one device', kind: 'messages', endpoint: messages.list, input: paged },
  { list: 'threads of its messages', kind: 'messages', endpoint: messageThreads, input: paged },
  {
    list: 'a conversation of half its messages',
    kind: 'messages',
    endpoint: conversation,
    input: { address: talkativeAddress, size: pageSize },
  },
  {
    list: 'devices, each connection another page',
    kind: 'devices',
    endpoint: deviceList,
    input: paged,
    inputs: deviceSortFields.flatMap((sortBy) => [
      { sortBy, sortDirection: 'asc' },
      { sortBy, sortDirection: 'desc' },
    ]),
    extra: true,
  },
  ...Object.entries({ one: 'person-777@', most: 'example.org', 'half, by its details': 'Android' }).map(
    ([found, search]) => ({
      list: `devices, ${found} found`,
      kind: 'devices' as const,
      endpoint: deviceList,
      input: { ...paged, search },
      extra: true,
    }),
  ),
  {
    list: 'devices, each connection another search',
    kind: 'devices',
    endpoint: deviceList,
    input: { ...paged, search: '' },
    inputs: Array.from({ length: connections }, (_, n) => ({ search: `person-7${n}0@` })),
    extra: true,
  },
  {
    list: 'users, one found',
    kind: 'devices',
    endpoint: userList,
    input: { ...paged, search: 'person-777@' },
    extra: true,
  },
  {
    list: 'contacts, one found',
    kind: 'contacts',
    endpoint: contacts.list,
    input: { ...paged, search: 'name-777@' },
    extra: true,
  },
  { list: 'devices, the last page', kind: 'devices', endpoint: deviceList, input: paged, lastPage: true, extra: true },
];

async function prepare(ground: Ground, rows: number, kinds: ReadonlySet<Kind>, closers: Closers): Promise<Side> {
  const { product, filled } = await startFilled(ground, `bench_${rows}`, closers, (client) =>
    makeRows(client, rows, kinds),
  );
  return { rows, product, token: await signIn(product.url), deviceId: filled };
}

/** Gives back the device that has the rows. */
async function makeRows(client: Client, rows: number, kinds: ReadonlySet<Kind>): Promise<number> {
  const make = async (kind: Kind, count: number, work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${count.toLocaleString('en')} ${kind} made in ${seconds} s`);
  };
  const devices = kinds.has('devices') ? rows : 1;
  await make('devices', devices, () => addDevices(client, devices));
  const [deviceId = 0] = await someDevices(client, 1);
  if (kinds.has('contacts')) await make('contacts', rows, () => addContacts(client, deviceId, rows));
  if (kinds.has('messages')) await make('messages', rows, () => addMessages(client, deviceId, rows));
  return deviceId;
}

/** Measures short, long and bare in turn, several times, so that other load on the machine affects all three. */
async function compare(asked: Asked, { short, long }: Sides, folder: string, seconds: number): Promise<Medians> {
  const answerFile = path.join(folder, 'answer.json');
  await writeFile(answerFile, await answerTo(asked.list, shotOf(asked, long)));
  const bare = await serveBare('bare-fastify.ts', { ANSWER_FILE: answerFile });
  const runs = { short: [] as LoadResult[], long: [] as LoadResult[], bare: [] as LoadResult[] };
  for (let round = 0; round < rounds; round += 1) {
    runs.short.push(await load(shotOf(asked, short), { connections, seconds }));
    runs.long.push(await load(shotOf(asked, long), { connections, seconds }));
    runs.bare.push(await load({ ...shotOf(asked, long), url: `${bare.url}/` }, { connections, seconds }));
  }
  await bare.stop();
  return { short: medianOf(runs.short), long: medianOf(runs.long), bare: medianOf(runs.bare) };
}

function medianOf(runs: readonly LoadResult[]): Median {
  return {
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    p50Ms: median(runs.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(runs.map(({ p99Ms }) => p99Ms)),
  };
}

type Median = Omit<LoadResult, 'errors'>;
type Medians = Record<'short' | 'long' | 'bare', Median>;

/** `whole` is the list of devices without a search, if it was measured. */
function lineOf({ list, input, extra = false }: Asked, { short, long, bare }: Medians, whole: Median | null) {
  return {
    list: extra ? `(${list})` : list,
    'few/s': short.perSecond.toFixed(0),
    'many/s': long.perSecond.toFixed(0),
    'bare/s': bare.perSecond.toFixed(0),
    'few against bare': ratio(short.perSecond, bare.perSecond),
    'many against bare': ratio(long.perSecond, bare.perSecond),
    'many against the whole list': whole && 'search' in input ? ratio(long.perSecond, whole.perSecond) : '',
    'p50 few ms': short.p50Ms.toFixed(2),
    'p50 many ms': long.p50Ms.toFixed(2),
    'p50 many against few': ratio(long.p50Ms, short.p50Ms),
    'p99 many ms': long.p99Ms.toFixed(1),
  };
}

function shotOf(
  { endpoint, input, inputs = [{}], lastPage = false }: Asked,
  { product, token, rows, deviceId }: Side,
): Shot {
  const page = lastPage ? { page: rows / pageSize } : {};
  const device = endpoint.device === null ? {} : { deviceId };
  return {
    url: `${product.url}${endpoint.path}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    bodies: inputs.map((differing) => JSON.stringify({ ...input, ...differing, ...page, ...device })),
  };
}

async function answerTo(list: string, shot: Shot): Promise<string> {
  const [body = ''] = shot.bodies;
  const answer = await fetch(shot.url, { method: 'POST', headers: shot.headers, body });
  const bytes = await answer.text();
  if (!answer.ok) throw new Error(`${list}: ${bytes}`);
  return bytes;
}
