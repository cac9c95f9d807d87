import { setTimeout as delay } from 'node:timers/promises';
import { atMost, atMostSeconds, type Scenario } from '../core/scenario.ts';
import { readLatencies, underLoad, type Scene } from '../core/under-load.ts';

const downMs = 8000;
const rounds = { quick: 1, full: 20 };
const settleMs = 5000;

/** NATS dies and comes back while every command crosses from one server to the other. */
export const natsScenario: Scenario = {
  name: 'nats',
  about: 'NATS killed and started again; every command crosses servers',
  isQuick: true,
  isAlone: true,
  run: (stage) =>
    underLoad(stage, { across: true }, async (scene) => {
      const { nats } = stage.parts;
      let slowestMs = 0;
      const count = stage.options.quick ? rounds.quick : rounds.full;
      for (let round = 0; round < count; round += 1) {
        const killedAt = Date.now();
        await nats.kill();
        await delay(downMs);
        await nats.start();
        await delay(settleMs);
        slowestMs = Math.max(slowestMs, await slowestCommand(scene, killedAt));
      }
      return [
        atMostSeconds(`slowest command across servers, ${count} outages`, slowestMs, 3),
        atMost('requests that failed', scene.traffic.failed(), 0),
      ];
    }),
};

/** How long the slowest command took that was due after this moment (Unix time). Infinite when one is still open. */
export async function slowestCommand({ cluster, traffic }: Scene, since: number): Promise<number> {
  // The last ones may be under way.
  const accepted = traffic.accepted.filter(({ dueAt }) => dueAt >= since && dueAt < Date.now() - 3500);
  const latencies = await readLatencies(cluster, accepted);
  return latencies.length < accepted.length ? Number.POSITIVE_INFINITY : (latencies.at(-1) ?? 0);
}
