import { setTimeout as delay } from 'node:timers/promises';
import { startFleet, type Fleet } from '../load/fleet.ts';
import { findFaults, keepEvidence } from '../load/ledger.ts';
import { watchPresence, type PresenceTimes } from '../load/presence-watch.ts';
import { startTraffic, type Traffic } from '../load/traffic.ts';
import { startWitnesses, type Witness } from '../load/witness.ts';
import { withClosers } from './closers.ts';
import { readOnline, startCluster, type Cluster } from './cluster.ts';
import { until } from './own-processes.ts';
import { noFaults, type Check, type Stage } from './scenario.ts';

/** A cluster with devices on all servers and commands on their way, to which something happens. */
export interface Scene {
  cluster: Cluster;
  fleet: Fleet;
  witnesses: readonly Witness[];
  traffic: Traffic;
  times: PresenceTimes;
  /**
   * Waits until all these devices of the fleet are connected and shown as Online; resolves with the milliseconds that it took. Being shown
   * alone says nothing: the devices of a server that was just killed are Online until its lease ends.
   */
  untilOnline(deviceIds: readonly number[], withinMs?: number): Promise<number>;
  /** Waits until nobody is shown as Online who is not connected; resolves with the milliseconds that it took. */
  untilNobodyIsFalselyOnline(withinMs?: number): Promise<number>;
}

interface LoadOptions {
  cuttable?: boolean;
  /** How many phones at most; as many as the command line says by default. */
  devices?: number;
  /** Pins phone i to server i, and asks for its commands at the next server. Without it the balancer chooses. */
  across?: boolean;
}

const witnessCount = 6;
const perSecond = { quick: 40, full: 150 };
const warmUpMs = 2000;
const patienceMs = 60_000;
const pollMs = 200;
const settleMs = 500;

/** Starts a cluster under load, lets `fault` happen to it, and checks the ledger in the end. */
export async function underLoad(
  { parts, options }: Stage,
  { cuttable = false, devices = options.devices, across = false }: LoadOptions,
  fault: (scene: Scene) => Promise<Check[]>,
): Promise<Check[]> {
  return await withClosers(async (onClose) => {
    const cluster = await startCluster(parts, { servers: options.servers, cuttable });
    onClose(cluster.close);
    const { db, balancer, servers } = cluster;
    await keepEvidence(db);
    const urls = across ? servers.map(({ url }) => url) : [balancer.url];
    const fleet = await startFleet(parts.processes, { db, size: devices, urls });
    onClose(fleet.stop);
    const witnesses = await startWitnesses(cluster, witnessCount);
    onClose(() => Promise.all(witnesses.map(({ client }) => client.stop())));
    await fleet.untilConnected();
    const traffic = startTraffic({
      token: cluster.token,
      targets: targetsOf(fleet, witnesses, urls),
      perSecond: options.quick ? perSecond.quick : perSecond.full,
    });
    onClose(traffic.stop);
    const presence = watchPresence(cluster, fleet);
    onClose(presence.stop);
    await delay(warmUpMs);
    const scene: Scene = {
      cluster,
      fleet,
      witnesses,
      traffic,
      times: presence.times,
      async untilOnline(deviceIds, withinMs = patienceMs) {
        const started = performance.now();
        // The ends of sockets take a moment to reach the phones.
        await delay(settleMs);
        await until(
          'the devices are Online',
          withinMs,
          async () => {
            const connected = new Set((await fleet.state()).connected);
            const online = new Set(await readOnline(db).catch(() => []));
            return deviceIds.every((id) => connected.has(id) && online.has(id));
          },
          pollMs,
        );
        return performance.now() - started;
      },
      untilNobodyIsFalselyOnline: (withinMs = patienceMs) =>
        until(
          'nobody is falsely Online',
          withinMs,
          async () => {
            const connected = new Set((await fleet.state()).connected);
            const played = new Set(fleet.deviceIds);
            return (await readOnline(db)).every((id) => !played.has(id) || connected.has(id));
          },
          pollMs,
        ),
    };
    const checks = await fault(scene);
    await traffic.stop();
    return [...checks, noFaults(await findFaults(cluster, { accepted: traffic.accepted, fleet, witnesses }))];
  });
}

/** Where the commands for each device are asked for: at the next address after its own, through which it is not connected. */
function targetsOf(fleet: Fleet, witnesses: readonly Witness[], urls: readonly string[]) {
  const next = (place: number) => urls[(place + 1) % urls.length] ?? '';
  return [...fleet.phones, ...witnesses].map(({ deviceId }, place) => ({ deviceId, url: next(place) }));
}

/** How long the commands with these ids took from when they were due, in milliseconds, sorted. Open ones are missing. */
export async function readLatencies({ db }: Pick<Cluster, 'db'>, accepted: Traffic['accepted']): Promise<number[]> {
  const dueAt = new Map(accepted.map(({ id, dueAt: at }) => [id, at]));
  const rows = await db
    .selectFrom('commands')
    .where('finished_at', 'is not', null)
    .select(['id', 'finished_at'])
    .execute();
  return rows
    .flatMap(({ id, finished_at: at }) => {
      const due = dueAt.get(id);
      return due === undefined || at === null ? [] : [at.getTime() - due];
    })
    .toSorted((one, other) => one - other);
}
