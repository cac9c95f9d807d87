import { setTimeout as delay } from 'node:timers/promises';
import { contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { countOpen, findLosses, keepEvidence } from './testing/servers/fault-evidence.ts';
import { revive, stageStates, startTraffic, type Acknowledged, type Witness } from './testing/servers/fault-traffic.ts';
import { startKillableServer, type KillableServer } from './testing/servers/killable-server.ts';
import { postmasterPid, spawnServer } from './testing/servers/server-process.ts';
import { awaitStatus, awaitStep, joinDevice } from './testing/test-device.ts';

/** How often the server is killed; `npm run faults` sets a higher number. */
const kills = Number(process.env['FAULT_KILLS'] ?? 1);
const latestKillMs = 400;
vi.setConfig({ testTimeout: 240_000 + kills * 60_000 });

let server: KillableServer;
let acknowledged: Acknowledged;
let witnesses: Witness[] = [];

beforeAll(async () => {
  server = await startKillableServer();
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

/** Waits until all acknowledged commands have ended. */
async function settled(): Promise<void> {
  const ids = acknowledged.ids.slice();
  const open = () => countOpen(server.services.db, ids);
  await vi.waitFor(async () => expect(await open()).toBe(0));
}

async function losses(): Promise<string[]> {
  await settled();
  return await findLosses(server.services, acknowledged.ids, witnesses);
}

function printSummary(what: string): void {
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
    expect(await losses()).toEqual([]);
    printSummary(`${kills} kills of the server, each with a command QUEUED, SENT, RUNNING, half answered and answered`);
  });
});

/** Ways in which PostgreSQL may fail. */
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

describe('a PostgreSQL under load', { tags: 'full' }, () => {
  it.each(mishaps)('that is %s is back by itself, and no command is lost', async (what, strike) => {
    const traffic = await startTraffic(server, acknowledged);
    const staged = await stageStates(server, acknowledged);
    witnesses.push(...traffic.witnesses, ...staged.witnesses);
    const before = acknowledged.ids.length;
    await vi.waitFor(() => expect(acknowledged.ids.length).toBeGreaterThan(before));
    await strike();
    staged.resume();
    const then = acknowledged.ids.length;
    // Enough for several commands per device.
    await vi.waitFor(() => expect(acknowledged.ids.length).toBeGreaterThan(then + 12));
    await traffic.stop();
    expect(await losses()).toEqual([]);
    expect(server.process().child.exitCode).toBeNull();
    printSummary(`PostgreSQL ${what}`);
  });

  it('is locked against other servers again', async () => {
    const other = spawnServer({ env: { DATA_DIR: server.dataDir } });
    expect(await other.exited).toBe(1);
    expect(other.stderr).toContain('Another Fairwatch server already uses DATA_DIR');
  });
});

describe('a device whose clock is wrong', { tags: 'full' }, () => {
  const hour = 3_600_000;
  const clock = Date.now.bind(Date);

  it('by hours, or jumps while it is connected, answers as any other, at the times of the server', async () => {
    const device = await joinDevice(server);
    const witness: Witness = { device, rows: 3, client: null };
    witnesses.push(witness);
    const now = vi.spyOn(Date, 'now');
    onTestFinished(() => now.mockRestore());
    for (const ahead of [7 * hour, -7 * hour, 0]) {
      now.mockImplementation(() => clock() + ahead);
      if (witness.client === null) revive(server, witness);
      const asked = clock();
      const { envelope } = await server.api(contacts.update, { deviceId: device.deviceId });
      acknowledged.ids.push(envelope.data.id);
      const { createdAt, userResponseTime } = await awaitStep(server, device.deviceId, 'DONE');
      expect(Math.abs(Date.parse(createdAt) - asked)).toBeLessThan(hour);
      expect(userResponseTime).toBeGreaterThanOrEqual(0);
      expect(userResponseTime).toBeLessThan(hour);
      await awaitStatus(server, device.deviceId, 'Online');
    }
    expect(await losses()).toEqual([]);
  });
});
