import { setTimeout as delay } from 'node:timers/promises';
import { atMostSeconds, type Scenario } from '../core/scenario.ts';
import { underLoad } from '../core/under-load.ts';

const frozenMs = 20_000;
const rounds = { quick: 1, full: 10 };

/** A server is halted for longer than its lease, and then goes on as if nothing had happened. */
export const freezeScenario: Scenario = {
  name: 'freeze',
  about: 'SIGSTOP of a server for 20 s under load',
  isQuick: true,
  isAlone: false,
  run: (stage) =>
    underLoad(stage, {}, async (scene) => {
      const { cluster, fleet } = scene;
      let backMs = 0;
      for (let round = 0; round < (stage.options.quick ? rounds.quick : rounds.full); round += 1) {
        const server = cluster.servers[round % cluster.servers.length];
        server?.freeze();
        await delay(frozenMs);
        server?.thaw();
        const thawed = performance.now();
        await scene.untilOnline(fleet.deviceIds);
        backMs = Math.max(backMs, performance.now() - thawed);
      }
      return [
        atMostSeconds('all devices Online after it went on', backMs, 30),
        atMostSeconds('longest that a device was falsely Online', scene.times.falselyOnlineMs, 30),
      ];
    }),
};
