import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyAudit } from './core/devices/audit-verify.ts';
import { countOpen, keepEvidence, readBook, readFates } from './testing/fault-evidence.ts';
import { stageStates, startTraffic, type Acknowledged, type Witness } from './testing/fault-traffic.ts';
import { startMortalServer, type MortalServer } from './testing/mortal-server.ts';
import { postmasterPid, spawnServer } from './testing/server-process.ts';

/** `npm run faults` asks for many. */
const kills = Number(process.env['FAULT_KILLS'] ?? 4);
const latestKillMs = 400;
const patience = { timeout: 60_000, interval: 50 };

vi.setConfig({ testTimeout: 120_000 + kills * 30_000, hookTimeout: 120_000 });

let server: MortalServer;
let acknowledged: Acknowledged;
let witnesses: Witness[] = [];

beforeAll(async () => {
  server = await startMortalServer();
  await keepEvidence(server.services.db);
});
beforeEach(() => {
  acknowledged = { ids: [] };
});
afterEach(async () => {
  await Promise.all(witnesses.map(({ client }) => client?.stop()));
  witnesses = [];
});
afterAll(() => server.close());

/** Waits until what was acknowledged so far has ended. */
async function settled(): Promise<void> {
  const ids = acknowledged.ids.slice();
  const open = () => countOpen(server.services.db, ids);
  await vi.waitFor(async () => expect(await open()).toBe(0), patience);
}

/** Every acknowledged command has ended with success, once, and is in the log once; its rows are there, all of them. */
async function expectNothingLost(): Promise<void> {
  const { db } = server.services;
  await settled();
  const fates = await readFates(db, acknowledged.ids);
  expect(fates).toEqual(
    acknowledged.ids.toSorted((a, b) => a - b).map((id) => ({ id, step: 'DONE', ends: 1, entries: 1 })),
  );
  for (const { device, rows } of witnesses) {
    const book = await readBook(db, device.deviceId);
    expect({ ...book, names: book.names.length }).toEqual({ rows, names: 1 });
    expect((await verifyAudit(db, device.deviceId)).faults).toEqual([]);
  }
}

function tellSummary(what: string): void {
  if (process.env['FAULT_KILLS']) console.log(`${what}: ${acknowledged.ids.length} acknowledged commands, none lost`);
}

describe('a server that is killed', () => {
  it('at any moment and in every state of a command loses none, and applies none twice', async () => {
    const traffic = await startTraffic(server, acknowledged);
    witnesses.push(...traffic.witnesses);
    for (let kill = 1; kill <= kills; kill += 1) {
      const staged = await stageStates(server, acknowledged);
      witnesses.push(...staged.witnesses);
      await delay(Math.random() * latestKillMs);
      await server.kill();
      await server.start();
      staged.resume();
      await settled();
      await Promise.all(staged.witnesses.map(({ client }) => client?.stop()));
    }
    await traffic.stop();
    await expectNothingLost();
    tellSummary(`${kills} kills of the server, each with a command QUEUED, SENT, RUNNING, half answered and answered`);
  });
});

/** Ends PostgreSQL, or shakes it, in the ways it may happen. */
const mishaps: [what: string, strike: () => Promise<void>][] = [
  ['killed', async () => void process.kill(await postmasterPid(server.dataDir), 'SIGKILL')],
  ['stopped', async () => void process.kill(await postmasterPid(server.dataDir), 'SIGINT')],
  [
    'shaken by a worker that crashes',
    async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
        order by backend_start desc limit 1`.execute(server.services.db);
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    },
  ],
];

describe('a PostgreSQL under load', () => {
  it.each(mishaps)('that is %s is back by itself, and no command is lost', async (what, strike) => {
    const traffic = await startTraffic(server, acknowledged);
    const staged = await stageStates(server, acknowledged);
    witnesses.push(...traffic.witnesses, ...staged.witnesses);
    const before = acknowledged.ids.length;
    await vi.waitFor(() => expect(acknowledged.ids.length).toBeGreaterThan(before), patience);
    await strike();
    staged.resume();
    const then = acknowledged.ids.length;
    // Each device several times.
    await vi.waitFor(() => expect(acknowledged.ids.length).toBeGreaterThan(then + 12), patience);
    await traffic.stop();
    await expectNothingLost();
    expect(server.process().child.exitCode).toBeNull();
    tellSummary(`PostgreSQL ${what}`);
  });

  it('is again held against other servers', async () => {
    const other = await spawnServer({ env: { DATA_DIR: server.dataDir } });
    expect(await other.exited).toBe(1);
    expect(other.stderr).toContain('Another Fairwatch server already uses DATA_DIR');
  });
});
