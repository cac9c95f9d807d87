import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../../bench/src/core/table.ts';
import { withClosers } from '../core/closers.ts';
import { startCluster } from '../core/cluster.ts';
import { atMost, figure, noFaults, type Scenario } from '../core/scenario.ts';
import { readLatencies } from '../core/under-load.ts';
import { startFleet } from '../load/fleet.ts';
import { findFaults, keepEvidence } from '../load/ledger.ts';
import { startTraffic } from '../load/traffic.ts';

const devices = 1000;
const perSecond = 100;
const seconds = { quick: 8, full: 30 };

/** Every command is asked for over HTTP at one server and carried out by a device that the other one holds. */
export const acrossScenario: Scenario = {
  name: 'across',
  about: 'commands over HTTP for devices on the other server',
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
      const traffic = startTraffic({ token, targets, perSecond });
      const measuredSeconds = options.quick ? seconds.quick : seconds.full;
      await delay(measuredSeconds * 1000);
      await traffic.stop();
      const { accepted } = traffic;
      const faults = await findFaults(cluster, { accepted, fleet });
      const latencies = await readLatencies(cluster, accepted);
      const times = [0.5, 0.99].map((part) => `${percentile(latencies, part).toFixed(0)} ms`);
      return [
        figure(
          `from due to DONE at ${(accepted.length / measuredSeconds).toFixed(0)}/s, p50 and p99`,
          times.join(', '),
        ),
        atMost('requests that failed or met an open command', traffic.failed() + traffic.refused(), 0),
        noFaults(faults),
      ];
    }),
};
