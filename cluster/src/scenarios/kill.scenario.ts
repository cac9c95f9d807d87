import { setTimeout as delay } from 'node:timers/promises';
import { atMostSeconds, noFaults, type Scenario } from '../core/scenario.ts';
import { underLoad } from '../core/under-load.ts';
import { findFaults } from '../load/ledger.ts';

const restMs = 2000;
/** After so many kills everything is compared with the database. */
const ledgerEvery = 25;
/** Of the phones, one in this many goes away for good at the moment of the kill. */
const oneInVanishes = 20;

/** Servers die without warning, again and again, while commands are under way. */
export const killScenario: Scenario = {
  name: 'kill',
  about: 'kill -9 of a server under load, again and again',
  isQuick: true,
  isAlone: false,
  run: (stage) =>
    underLoad(stage, {}, async (scene) => {
      const { cluster, fleet, witnesses, traffic } = scene;
      const { kills } = stage.options;
      const vanishing = fleet.deviceIds.filter((_, place) => place % oneInVanishes === 0);
      const staying = fleet.deviceIds.filter((_, place) => place % oneInVanishes !== 0);
      let [backMs, goneMs, startMs] = [0, 0, 0];
      const faults: string[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const server = cluster.servers[kill % cluster.servers.length];
        if (!server) break;
        await fleet.stayAway(vanishing);
        await server.kill();
        const started = performance.now();
        // The dead server's devices must come back through the others, before it starts again.
        const inMs = await scene.untilOnline(staying);
        backMs = Math.max(backMs, inMs);
        await scene.untilNobodyIsFalselyOnline();
        goneMs = Math.max(goneMs, performance.now() - started);
        const restarted = performance.now();
        await server.start();
        startMs = Math.max(startMs, performance.now() - restarted);
        await fleet.comeBack(vanishing);
        await scene.untilOnline(fleet.deviceIds);
        await delay(restMs);
        stage.say(`kill ${kill + 1} of ${kills}: Online again after ${(inMs / 1000).toFixed(1)} s`);
        if ((kill + 1) % ledgerEvery === 0) {
          // What was accepted in the last moments may still be under way.
          const accepted = traffic.accepted.slice(0, -500);
          faults.push(...(await findFaults(cluster, { accepted, fleet, witnesses })));
        }
      }
      return [
        atMostSeconds(`slowest return of all devices in ${kills} kills`, backMs, 20),
        atMostSeconds('longest until nobody was falsely Online', goneMs, 30),
        atMostSeconds('longest that a single device was falsely Online', scene.times.falselyOnlineMs, 30),
        atMostSeconds('slowest start of a killed server', startMs, 20),
        noFaults(faults, 'ledger meanwhile'),
      ];
    }),
};
