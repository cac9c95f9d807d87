import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../../bench/src/core/table.ts';
import { withClosers } from '../core/closers.ts';
import { startCluster } from '../core/cluster.ts';
import { atMost, figure, noFaults, type Scenario } from '../core/scenario.ts';
import { readLatencies } from '../core/under-load.ts';
import { startFleet } from '../load/fleet.ts';
import { findFaults, keepEvidence } from '../load/ledger.ts';
import { startTraffic } from '../load/traffic.ts';

const devices = 2000;
/** Side by side with other scenarios only what arrives is looked at, not when. */
const pace = { quick: 100, full: 1000 };
/** V8 compiles what is used often; until then everything takes longer. */
const warmUpMs = { quick: 2000, full: 15_000 };
const seconds = { quick: 8, full: 30 };

/** Every command is asked for at one server and carried out by a device that the other one holds. */
export const acrossScenario: Scenario = {
  name: 'across',
  about: 'commands for devices on the other server, at 1,000/s',
  isQuick: true,
  isAlone: false,
  run: ({ parts, options }) =>
    withClosers(async (onClose) => {
      const cluster = await startCluster(parts, { servers: 2 });
      onClose(cluster.close);
      const { db, token, servers } = cluster;
      await keepEvidence(db);
      const urls = servers.map(({ url }) => url);
      const fleet = await startFleet(parts.processes, { db, size: devices, urls, rows: 0 });
      onClose(fleet.stop);
      await fleet.untilConnected();
      const targets = fleet.phones.map(({ deviceId, url }) => ({
        deviceId,
        url: urls.find((other) => other !== url) ?? url,
      }));
      const kind = options.quick ? 'quick' : 'full';
      const warmUp = startTraffic({ token, targets, perSecond: pace[kind] });
      await delay(warmUpMs[kind]);
      await warmUp.stop();
      const traffic = startTraffic({ token, targets, perSecond: pace[kind] });
      const measuredSeconds = seconds[kind];
      await delay(measuredSeconds * 1000);
      await traffic.stop();
      const accepted = [...warmUp.accepted, ...traffic.accepted];
      const faults = await findFaults(cluster, { accepted, fleet });
      const latencies = await readLatencies(cluster, traffic.accepted);
      const [what, p99] = ['p99 from due to DONE', Math.round(percentile(latencies, 0.99))];
      return [
        options.quick ? figure(what, `${p99} ms`) : atMost(what, p99, 250, ' ms'),
        figure('p50', `${percentile(latencies, 0.5).toFixed(0)} ms`),
        figure('rate', `${(traffic.accepted.length / measuredSeconds).toFixed(0)}/s`),
        atMost('requests that failed or met an open command', traffic.failed() + traffic.refused(), 0),
        noFaults(faults),
      ];
    }),
};
