import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises';
import { createClusterBus } from '../../packages/server/src/core/bus/cluster-bus.ts';
import { connectNats } from '../../packages/server/src/core/bus/nats-wire.ts';
import type { Wire, WireListener } from '../../packages/server/src/core/bus/wire.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import { createScheduler } from '../../packages/server/src/core/jobs/scheduler.ts';
import { eventScopes, parseEvent, type BusEvents } from '../../packages/server/src/shared/server-bus.ts';
import type { Bench } from './core/bench.ts';
import { median, printLoadAverage, printTable, ratio } from './core/table.ts';

const events = 200_000;
/** Events of one moment, as a batch of answers publishes them. */
const atOnce = 100;
const turns = 3;
const log = createLog('error');
const scheduler = createScheduler(log);

/** The bus between servers: events in batches, beside one message for each. */
export const busBench: Bench = {
  about:
    'events from one server to another over NATS (nats-server of this machine) in batches, beside a message for each',
  async run() {
    const nats = await startNats();
    if (nats === null) return console.log('There is no nats-server on this machine.');
    try {
      const batches: number[] = [];
      const messages: number[] = [];
      // Neither counts the first time, when the code is cold.
      for (let turn = 0; turn <= turns; turn += 1) {
        const [batched, single] = [await measureBatches(nats.url), await measureMessages(nats.url)];
        if (turn > 0) batches.push(batched);
        if (turn > 0) messages.push(single);
      }
      const [ours, bare] = [median(batches), median(messages)];
      printTable([
        {
          what: 'CPU per event, sending and receiving, us',
          batches: ours.toFixed(1),
          'a message each': bare.toFixed(1),
          ratio: ratio(ours, bare),
        },
      ]);
      printLoadAverage();
    } finally {
      await nats.stop();
    }
  },
};

async function startNats(): Promise<{ url: string; stop(): Promise<void> } | null> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const isReady = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.stderr.on('data', (line) => String(line).includes('Server is ready') && resolve(true));
  });
  if (!isReady) return null;
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

function openWire(url: string, name: string, listener: WireListener): Promise<Wire> {
  return connectNats({ url, subject: 'fairwatch.bench.events', name, scheduler, log }, listener);
}

/** CPU time of this process per event, in microseconds: both servers are in it. */
async function measureBatches(url: string): Promise<number> {
  const open = (serverId: string) =>
    createClusterBus<BusEvents>({
      serverId,
      scopes: eventScopes,
      parseEvent,
      findServers: async () => [],
      mac: (text) => createHmac('sha256', 'bench').update(text).digest(),
      openWire: (listener) => openWire(url, serverId, listener),
      scheduler,
      log,
    });
  const [one, two] = await Promise.all([open('one'), open('two')]);
  let heard = 0;
  two.subscribe('commandQueued', () => void (heard += 1));
  const used = await measure(
    (deviceId) => one.publish('commandQueued', { deviceId }),
    () => heard,
  );
  await Promise.all([one.close(), two.close()]);
  return used;
}

const nothing = () => {};

async function measureMessages(url: string): Promise<number> {
  let heard = 0;
  const onMessage = (text: string) => {
    const [name, event] = JSON.parse(text) as [keyof BusEvents, unknown];
    if (parseEvent(name, event) !== null) heard += 1;
  };
  const [one, two] = await Promise.all([
    openWire(url, 'one', { onMessage: nothing, onUp: nothing, onDown: nothing }),
    openWire(url, 'two', { onMessage, onUp: nothing, onDown: nothing }),
  ]);
  const used = await measure(
    (deviceId) => one.send(JSON.stringify(['commandQueued', { deviceId }])),
    () => heard,
  );
  await Promise.all([one.close(), two.close()]);
  return used;
}

async function measure(publish: (deviceId: number) => void, heard: () => number): Promise<number> {
  const before = process.cpuUsage();
  for (let sent = 0; sent < events; sent += 1) {
    publish(sent + 1);
    if (sent % atOnce === 0) await nextTick();
  }
  while (heard() < events) await delay(5);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / events;
}
