import { atMostSeconds, type Scenario } from '../core/scenario.ts';
import { underLoad } from '../core/under-load.ts';

const rounds = { quick: 1, full: 10 };

/** PostgreSQL is restarted, and dies without warning, under load. */
export const postgresScenario: Scenario = {
  name: 'postgres',
  about: 'PostgreSQL restarted, and killed, under load',
  isQuick: true,
  isAlone: true,
  run: (stage) =>
    underLoad(stage, {}, async (scene) => {
      const { postgres } = stage.parts;
      let [restartMs, crashMs] = [0, 0];
      const untilAllIsWell = async () => {
        const ready = Promise.all(scene.cluster.servers.map((server) => server.untilReady()));
        await Promise.all([ready, scene.untilOnline(scene.fleet.deviceIds)]);
      };
      for (let round = 0; round < (stage.options.quick ? rounds.quick : rounds.full); round += 1) {
        await postgres.restart();
        const restarted = performance.now();
        await untilAllIsWell();
        restartMs = Math.max(restartMs, performance.now() - restarted);
        await postgres.crash();
        const crashed = performance.now();
        await untilAllIsWell();
        crashMs = Math.max(crashMs, performance.now() - crashed);
      }
      return [
        atMostSeconds('all devices Online after a restart', restartMs, 45),
        atMostSeconds('all devices Online after a crash', crashMs, 45),
        atMostSeconds('longest that a device was falsely Online', scene.times.falselyOnlineMs, 30),
      ];
    }),
};
