import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../core/own-processes.ts';
import { atMost, atMostSeconds, type Scenario } from '../core/scenario.ts';
import { underLoad } from '../core/under-load.ts';
import { slowestCommand } from './nats.scenario.ts';

const cutMs = 10_000;
/** A little longer than the lease of a server. */
const leaseMs = 17_000;
const ways = ['RESET', 'SILENT'] as const;
/** A broken connection is noticed at once, as when NATS is killed; a silent one only when answers stay away. */
const slowestSeconds = { RESET: 3, SILENT: 10 };

/** One server loses its connection to PostgreSQL: broken, and silent. Its devices must move to the others. */
export const cutPostgresScenario: Scenario = {
  name: 'cut-postgres',
  about: 'a server cut off from PostgreSQL, by broken and by silent connections',
  isQuick: true,
  isAlone: false,
  run: (stage) =>
    underLoad(stage, { cuttable: true }, async (scene) => {
      const { cluster, fleet } = scene;
      const [server, line] = [cluster.servers[0], cluster.lines[0]?.database];
      if (!server || !line) throw new Error('This needs a server whose connections can be cut.');
      const checks = [];
      for (const how of ways) {
        line.cut(how);
        const cutAt = performance.now();
        const unreadyMs = await until('the server is not ready', 60_000, async () => !(await server.isReady()));
        // Until the lease has run out its devices may stay, and count as Online.
        await delay(leaseMs);
        await scene.untilOnline(fleet.deviceIds, 90_000);
        const movedMs = performance.now() - cutAt;
        line.heal();
        const readyMs = await server.untilReady();
        checks.push(
          atMostSeconds(`${how}: the server says that it is not ready`, unreadyMs, 20),
          atMostSeconds(`${how}: its devices are Online on the other`, movedMs, 30),
          atMostSeconds(`${how}: it is ready after it was healed`, readyMs, 30),
        );
      }
      return [...checks, atMostSeconds('longest that a device was falsely Online', scene.times.falselyOnlineMs, 30)];
    }),
};

/** One server loses its connection to NATS; every command crosses servers. */
export const cutNatsScenario: Scenario = {
  name: 'cut-nats',
  about: 'a server cut off from NATS, by broken and by silent connections',
  isQuick: true,
  isAlone: false,
  run: (stage) =>
    underLoad(stage, { cuttable: true, across: true }, async (scene) => {
      const line = scene.cluster.lines[0]?.nats;
      if (!line) throw new Error('This needs a server whose connections can be cut.');
      const checks = [];
      for (const how of ways) {
        const cutAt = Date.now();
        line.cut(how);
        await delay(cutMs);
        line.heal();
        await delay(cutMs / 2);
        checks.push(
          atMostSeconds(
            `${how}: slowest command across servers`,
            await slowestCommand(scene, cutAt),
            slowestSeconds[how],
          ),
        );
      }
      return [...checks, atMost('requests that failed', scene.traffic.failed(), 0)];
    }),
};
