import { createHash, randomBytes } from 'node:crypto';
import { dashboard } from '@fairwatch/contract';
import type { Bench } from './core/bench.ts';
import { load } from './core/load.ts';
import type { Served } from './core/process.ts';
import { type Closers, type Ground, onGround, signIn, startFilled } from './core/product.ts';
import { median, printTable, ratio } from './core/table.ts';
import { addFigures } from './dashboard.data.ts';
import { addDevices } from './lists.data.ts';

const few = 1000;
const rounds = 3;
/** One request at a time, which shows how long a person waits for the page. */
const connections = 1;

/** The same product over few devices and over many, as two admins see it. */
interface Side {
  devices: number;
  product: Served;
  tokens: Record<Who, string>;
}

const everyone = ['SUPER_ADMIN', 'ADMIN'] as const;
type Who = (typeof everyone)[number];

/** The call that returns all metrics of the dashboard. */
export const dashboardBench: Bench = {
  about:
    'the metrics of the dashboard over 1,000 devices and over 100,000, for a SUPER_ADMIN and for an admin who has them all',
  async run({ devices: many = 100_000, seconds = 2 }) {
    await onGround(async (ground, closers) => {
      const short = await prepare(ground, few, closers);
      const long = await prepare(ground, many, closers);
      const lines = [];
      for (const who of everyone) lines.push(await compare(who, short, long, seconds));
      printTable(lines);
    });
  },
};

async function prepare(ground: Ground, devices: number, closers: Closers): Promise<Side> {
  const limited = randomBytes(32).toString('base64url');
  const { product } = await startFilled(ground, `bench_${devices}`, closers, async (client) => {
    await addDevices(client, devices);
    await addFigures(client, createHash('sha256').update(limited).digest());
  });
  return { devices, product, tokens: { SUPER_ADMIN: await signIn(product.url), ADMIN: limited } };
}

/** Measures few and many in turn, so that other load on the machine affects both. */
async function compare(who: Who, short: Side, long: Side, seconds: number) {
  await check(who, short);
  await check(who, long);
  const runs = { short: [] as number[], long: [] as number[], slowest: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    runs.short.push((await load(shotOf(who, short), { connections, seconds })).p50Ms);
    const { p50Ms, p99Ms } = await load(shotOf(who, long), { connections, seconds });
    runs.long.push(p50Ms);
    runs.slowest.push(p99Ms);
  }
  const [fast, slow] = [median(runs.short), median(runs.long)];
  return {
    who,
    'p50 few ms': fast.toFixed(2),
    'p50 many ms': slow.toFixed(2),
    'p50 many against few': ratio(slow, fast),
    'p99 many ms': median(runs.slowest).toFixed(1),
  };
}

function shotOf(who: Who, { product, tokens }: Side) {
  return {
    url: `${product.url}${dashboard.path}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[who]}` },
    bodies: ['{}'],
  };
}

/** Checks that the results are correct. */
async function check(who: Who, side: Side): Promise<void> {
  const { url, headers, bodies } = shotOf(who, side);
  const answer = await fetch(url, { method: 'POST', headers, body: bodies[0] ?? '' });
  const { data } = (await answer.json()) as { data: { devicesCount: number; usersCount: number } };
  if (data.devicesCount !== side.devices || data.usersCount !== side.devices) {
    throw new Error(`${who} is told ${JSON.stringify(data).slice(0, 200)} of ${side.devices} devices`);
  }
}
