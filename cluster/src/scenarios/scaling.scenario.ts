import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { cpuMs } from '../../../bench/src/core/cpu.ts';
import { percentile } from '../../../bench/src/core/table.ts';
import { withClosers } from '../core/closers.ts';
import { prepareGround, startClusterOn, type Cluster } from '../core/cluster.ts';
import { createCpuQuota } from '../core/cpu-quota.ts';
import { atLeast, atMost, figure, noFaults, type Check, type Scenario, type Stage } from '../core/scenario.ts';
import { startFleet, type Fleet } from '../load/fleet.ts';
import { findFaults, keepEvidence } from '../load/ledger.ts';
import { createUpdateLoad, type Accepted } from '../load/traffic.ts';

const coresPerServer = 0.25;
const devices = 1500;
/** Requests in flight for each server: enough to keep its quota busy. */
const lanesPerServer = 48;
const warmUpSeconds = 60;
const warmUpCommands = 8000;
const settleSeconds = 3;
const seconds = 20;
const sizes = [1, 2, 3];
const rounds = 5;

interface Measured {
  servers: number;
  perSecond: number;
  /** CPU time per command in milliseconds. */
  serverCpu: number;
  databaseCpu: number;
  faults: string[];
}

/** Each server may use a quarter of a core, so that two cores suffice for three servers, PostgreSQL and the load. */
export const scalingScenario: Scenario = {
  name: 'scaling',
  about: 'commands/s of 1, 2 and 3 servers in a CPU quota of 0.25 core each',
  isQuick: false,
  isAlone: true,
  async run(stage) {
    const all: Measured[] = [];
    // In turn, so that a machine that is slow for a while slows all sizes.
    for (let round = 0; round < rounds; round += 1) {
      for (const servers of sizes) all.push(await measure(stage, servers));
    }
    const results = sizes.map((servers) => medianOf(all.filter((each) => each.servers === servers)));
    const [one] = results;
    if (!one) return [];
    return results.flatMap((result) => checksOf(result, one));
  },
};

/** The median of each figure, and the faults of all rounds. */
function medianOf(measured: readonly Measured[]): Measured {
  const median = (figureOf: (each: Measured) => number) =>
    percentile(
      measured.map(figureOf).toSorted((one, other) => one - other),
      0.5,
    );
  return {
    servers: measured[0]?.servers ?? 0,
    perSecond: median(({ perSecond }) => perSecond),
    serverCpu: median(({ serverCpu }) => serverCpu),
    databaseCpu: median(({ databaseCpu }) => databaseCpu),
    faults: measured.flatMap(({ faults }) => faults),
  };
}

/** How many times as fast as one server so many must be. */
const goals: Readonly<Record<number, number>> = { 2: 1.8, 3: 2.6 };

function checksOf({ servers, perSecond, serverCpu, databaseCpu, faults }: Measured, one: Measured): Check[] {
  const cpu = `${serverCpu.toFixed(3)} ms of CPU per command in servers, ${databaseCpu.toFixed(3)} ms in PostgreSQL`;
  const checks = [figure(`${servers} server${servers === 1 ? '' : 's'}`, `${perSecond.toFixed(0)}/s, ${cpu}`)];
  const goal = goals[servers];
  if (goal === undefined) {
    checks.push(figure('one core of PostgreSQL carries', `${(1000 / databaseCpu).toFixed(0)} commands/s`));
  } else {
    checks.push(
      atLeast(`${servers} servers against one`, perSecond / one.perSecond, goal, ' x'),
      atMost('CPU per command of servers', serverCpu / one.serverCpu, 1.15, ' x'),
      atMost('CPU per command of PostgreSQL', databaseCpu / one.databaseCpu, 1.2, ' x'),
    );
  }
  return [...checks, noFaults(faults)];
}

async function measure({ parts, say }: Stage, servers: number): Promise<Measured> {
  return await withClosers(async (onClose) => {
    const quotas = Array.from({ length: servers }, () => createCpuQuota(coresPerServer));
    onClose(async () => quotas.forEach((quota) => quota?.remove()));
    const ground = await prepareGround(parts);
    const cluster = await startClusterOn(parts, servers === 1 ? asSingle(ground) : ground, { servers });
    onClose(cluster.close);
    const { db } = cluster;
    const urls = cluster.servers.map(({ url }) => url);
    const fleet = await startFleet(parts.processes, { db, size: devices, urls, rows: 0 });
    onClose(fleet.stop);
    await fleet.untilConnected();
    // V8 compiles what is used often: each server gets as many commands as the others before it is measured, and without a quota.
    await drive(cluster, fleet, { seconds: warmUpSeconds, commands: warmUpCommands * servers });
    for (const [place, { pid }] of cluster.servers.entries()) {
      const quota = quotas[place];
      if (!quota) throw new Error('This process may not create a control group with a CPU quota.');
      quota.add(pid);
    }
    await drive(cluster, fleet, { seconds: settleSeconds });
    const cpu = () => ({
      servers: cluster.servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
      database: cpuMs(parts.postgres.pid()),
    });
    const before = cpu();
    const { accepted, perSecond } = await drive(cluster, fleet, { seconds });
    const after = cpu();
    const cpuEach = (ms: number) => (ms / accepted.length).toFixed(3);
    say(
      `${servers} servers: ${perSecond.toFixed(0)} commands/s, CPU ${cpuEach(after.servers - before.servers)} and ${cpuEach(after.database - before.database)} ms`,
    );
    // Measured without the triggers that count ends, which cost time of PostgreSQL.
    await keepEvidence(db);
    return {
      servers,
      perSecond,
      serverCpu: (after.servers - before.servers) / accepted.length,
      databaseCpu: (after.database - before.database) / accepted.length,
      faults: await findFaults(cluster, { accepted, fleet }),
    };
  });
}

/** A single server as most installations have it: neither NATS nor S3. */
function asSingle(ground: Awaited<ReturnType<typeof prepareGround>>) {
  const { NATS_URL: _nats, S3_URL: _s3, ...env } = ground.env;
  return { ...ground, env: { ...env, DEMO_DEVICES: '0' } };
}

/**
 * Asks for commands as fast as they are answered, and waits until they are DONE. Like a balancer it takes the servers in turn for each
 * device, so that of two servers every other command is for a device of the other one, and of three two in three are.
 */
async function drive({ db, token }: Cluster, fleet: Fleet, atMostFor: { seconds: number; commands?: number }) {
  const urls = [...new Set(fleet.phones.map(({ url }) => url))];
  const load = createUpdateLoad(token, lanesPerServer);
  const accepted: Accepted[] = [];
  const started = performance.now();
  const end = started + atMostFor.seconds * 1000;
  let next = 0;
  const lane = async () => {
    while (performance.now() < end && accepted.length < (atMostFor.commands ?? Number.POSITIVE_INFINITY)) {
      const [turn, place] = [Math.floor(next / fleet.phones.length), next % fleet.phones.length];
      next += 1;
      const phone = fleet.phones[place];
      const url = urls[(turn + place) % urls.length] ?? '';
      const { status, id } = await load.askForUpdate({ deviceId: phone?.deviceId ?? 0, url });
      if (status === 200 && id !== null) accepted.push({ id, dueAt: Date.now() });
      // Every device has an open command: the servers are behind.
      else if (status === 409) await delay(2);
      else throw new Error(`Update was answered with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: lanesPerServer * urls.length }, lane));
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from commands where finished_at is null`.execute(db);
    if (rows[0]?.open === 0) break;
    await delay(20);
  }
  const elapsed = (performance.now() - started) / 1000;
  load.close();
  return { accepted, perSecond: accepted.length / elapsed };
}
