import { setTimeout as delay } from 'node:timers/promises';
import { atMost, atMostSeconds, holds, type Scenario } from '../core/scenario.ts';
import { underLoad } from '../core/under-load.ts';

const rounds = { quick: 1, full: 20 };

/** A server is asked to end, as before an upgrade: its devices move to the others first. */
export const drainScenario: Scenario = {
  name: 'drain',
  about: 'SIGTERM of a server under load',
  isQuick: true,
  isAlone: false,
  run: (stage) =>
    underLoad(stage, {}, async (scene) => {
      const { cluster, fleet, traffic } = scene;
      let [movedMs, endMs, clean] = [0, 0, 0];
      const count = stage.options.quick ? rounds.quick : rounds.full;
      for (let round = 0; round < count; round += 1) {
        const server = cluster.servers[round % cluster.servers.length];
        if (!server) break;
        const started = performance.now();
        const code = await server.drain();
        endMs = Math.max(endMs, performance.now() - started);
        if (code === 0) clean += 1;
        await scene.untilOnline(fleet.deviceIds);
        movedMs = Math.max(movedMs, performance.now() - started);
        await server.start();
        await delay(2000);
      }
      return [
        atMostSeconds('all devices Online on the others', movedMs, 15),
        atMostSeconds('the server has ended', endMs, 20),
        holds('it ended without an error', clean === count),
        atMost('requests that failed', traffic.failed(), 0),
      ];
    }),
};
