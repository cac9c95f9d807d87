import { once } from 'node:events';
import { consoleSocketPath, contacts, deviceList, pingReplyPrefix } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import { callEndpoint } from '../../../packages/server/src/testing/call-endpoint.ts';
import { withClosers } from '../core/closers.ts';
import { signIn, startCluster, type Cluster } from '../core/cluster.ts';
import { until } from '../core/own-processes.ts';
import { holds, type Check, type Scenario } from '../core/scenario.ts';
import { joinDevice, startWitness } from '../load/witness.ts';
import { startNginx, type Balancer } from '../parts/balancers.ts';

/** The examples of both balancers, as they stand in the documentation. */
export const balancersScenario: Scenario = {
  name: 'balancers',
  about: 'haproxy and nginx with the examples of docs/recipes: calls, sockets, a dead server',
  isQuick: true,
  isAlone: false,
  run: ({ parts }) =>
    withClosers(async (onClose) => {
      const cluster = await startCluster(parts, { servers: 2 });
      onClose(cluster.close);
      const nginx = await startNginx(
        parts.processes,
        cluster.servers.map(({ port }) => port),
      );
      onClose(nginx.stop);
      return [...(await tryOut(cluster, 'haproxy', cluster.balancer)), ...(await tryOut(cluster, 'nginx', nginx))];
    }),
};

async function tryOut(cluster: Cluster, name: string, { url }: Balancer): Promise<Check[]> {
  const token = await signIn(url);
  const device = startWitness(url, await joinDevice(cluster));
  try {
    await device.untilConnected();
    const { deviceId } = device;
    const { error } = await callEndpoint(url, contacts.update, { deviceId }, token);
    if (error !== '') throw new Error(`The command was refused: ${error}`);
    await until('the command is DONE', 30_000, async () => {
      const { envelope } = await callEndpoint(url, contacts.history, { deviceId, pageSize: 1 }, token);
      const [command] = envelope.data;
      if (command?.errorDetails) throw new Error(`The command is ${command.stepType}: ${command.errorDetails}`);
      return command?.stepType === 'DONE';
    });
    const isEchoed = await echo(url, token);
    const [server] = cluster.servers;
    await server?.kill();
    // With one server dead, calls go on and the device comes back.
    await until('calls are answered', 20_000, async () => {
      return await callEndpoint(url, deviceList, {}, token).then(
        ({ status }) => status === 200,
        () => false,
      );
    });
    await device.untilConnected();
    await server?.start();
    return [
      holds(`${name}: a command to a device and back`, true),
      holds(`${name}: the console socket answers`, isEchoed),
      holds(`${name}: calls and devices survive a dead server`, true),
    ];
  } finally {
    await device.client.stop();
  }
}

/** Whether the console socket answers a ping. */
async function echo(url: string, token: string): Promise<boolean> {
  const address = new URL(consoleSocketPath, url.replace('http', 'ws'));
  address.search = new URLSearchParams({ token, userType: 'ADMIN' }).toString();
  const socket = new WebSocket(address);
  try {
    await once(socket, 'open');
    const heard: string[] = [];
    socket.on('message', (data) => void heard.push(String(data)));
    socket.send(JSON.stringify({ type: 'ping' }));
    await until('the ping is answered', 10_000, () => heard.some((text) => text.startsWith(pingReplyPrefix)));
    return true;
  } finally {
    socket.terminate();
  }
}
