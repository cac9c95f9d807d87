import { startMeasured, type Measured } from '../../../bench/src/core/measured.ts';
import type { Memory } from '../../../bench/src/core/measured-process.ts';
import { withClosers } from '../core/closers.ts';
import { startMeasuredServers } from '../core/measured-servers.ts';
import type { OwnProcesses } from '../core/own-processes.ts';
import { atMost, figure, type Scenario } from '../core/scenario.ts';
import { playPhones, startFleet, type FleetPhone } from '../load/fleet.ts';

const devicesPerServer = 10_000;
const servers = ['memory-1', 'memory-2'];

/** The memory that one connected device takes, in kilobytes. */
interface PerDevice {
  rss: number;
  held: number;
}

/** Twenty thousand devices on two servers, beside as many on bare `ws`. */
export const memoryScenario: Scenario = {
  name: 'memory',
  about: '20,000 devices on two servers, memory beside bare ws',
  isQuick: false,
  isAlone: true,
  run: ({ parts }) =>
    withClosers(async (onClose) => {
      const { processes } = parts;
      const { servers: measured, db } = await startMeasuredServers(parts, servers, onClose);
      const before = await Promise.all(measured.map((server) => server.memory()));
      const urls = measured.map(({ url }) => url);
      const fleet = await startFleet(processes, { db, size: devicesPerServer * urls.length, urls, rows: 0 });
      onClose(fleet.stop);
      await fleet.untilConnected();
      const after = await Promise.all(measured.map((server) => server.memory()));
      await fleet.stop();

      const bareServer = await startMeasured('bench/src/bare/bare-ws.ts', {});
      onClose(bareServer.stop);
      processes.adopt(bareServer.pid, 'SIGKILL');
      const bare = await measureBare(processes, bareServer, fleet.phones.slice(0, devicesPerServer));
      return measured.flatMap((_, place) => {
        const ours = perDevice(before[place], after[place]);
        return [
          atMost(`${servers[place]}: RSS per device against bare ws`, ours.rss / bare.rss, 2, ' x'),
          atMost(`${servers[place]}: held per device against bare ws`, ours.held / bare.held, 2, ' x'),
          figure('kB per device, ours and bare', `${ours.rss.toFixed(1)} and ${bare.rss.toFixed(1)}`),
        ];
      });
    }),
};

async function measureBare(
  processes: OwnProcesses,
  server: Measured,
  phones: readonly FleetPhone[],
): Promise<PerDevice> {
  const before = await server.memory();
  const fleet = await playPhones(
    processes,
    phones.map((phone) => ({ ...phone, url: server.url })),
    0,
  );
  await fleet.untilConnected();
  const after = await server.memory();
  await fleet.stop();
  return perDevice(before, after);
}

function perDevice(before: Memory | undefined, after: Memory | undefined): PerDevice {
  const grown = (kind: keyof Memory) => ((after?.[kind] ?? 0) - (before?.[kind] ?? 0)) / devicesPerServer / 1024;
  return { rss: grown('rss'), held: grown('held') };
}
