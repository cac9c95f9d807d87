import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { consoleSocketPath, deviceList, logout } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import { withClosers } from '../core/closers.ts';
import { signIn, startCluster, type Cluster } from '../core/cluster.ts';
import type { ClusterServer } from '../core/cluster-server.ts';
import { until } from '../core/own-processes.ts';
import { atMostSeconds, type Scenario } from '../core/scenario.ts';

const rounds = { quick: 5, full: 50 };
const withinMs = 10_000;

/** Signs in at one server, uses the session at the other, signs out at the first. */
export const sessionsScenario: Scenario = {
  name: 'sessions',
  about: 'a session that ended on one server is refused by the other',
  isQuick: true,
  isAlone: false,
  run: ({ parts, options }) =>
    withClosers(async (onClose) => {
      const cluster = await startCluster(parts, { servers: 2 });
      onClose(cluster.close);
      let [refusedMs, closedMs] = [0, 0];
      for (let round = 0; round < (options.quick ? rounds.quick : rounds.full); round += 1) {
        const times = await endSession(cluster, cluster.servers[round % 2], cluster.servers[(round + 1) % 2]);
        refusedMs = Math.max(refusedMs, times.refusedMs);
        closedMs = Math.max(closedMs, times.closedMs);
      }
      return [
        atMostSeconds('longest time until a call is refused', refusedMs, 1),
        atMostSeconds('longest time until the console socket closes', closedMs, 1),
      ];
    }),
};

async function endSession(cluster: Cluster, here?: ClusterServer, there?: ClusterServer) {
  if (!here || !there) throw new Error('This needs two servers.');
  const token = await signIn(here.url);
  const statusThere = async () => (await cluster.call(deviceList, {}, there, token)).status;
  if ((await statusThere()) !== 200) throw new Error('The session does not hold on the other server.');
  const address = new URL(consoleSocketPath, there.url.replace('http', 'ws'));
  address.search = new URLSearchParams({ token, userType: 'ADMIN' }).toString();
  const socket = new WebSocket(address);
  await once(socket, 'open');
  // The session is in the cache of the other server at this moment.
  await delay(200);
  await statusThere();
  await cluster.call(logout, {}, here, token);
  const ended = performance.now();
  const closing = once(socket, 'close').then(() => performance.now() - ended);
  const refusedMs = await until('the session is refused', withinMs, async () => (await statusThere()) === 401, 10);
  const closedMs = await Promise.race([closing, delay(withinMs, withinMs, { ref: false })]);
  socket.terminate();
  return { refusedMs, closedMs };
}
