import path from 'node:path';
import { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { enrolDevices } from './core/enrol-devices.ts';
import { startLoadFleet } from './core/load-fleet.ts';
import { startMeasured } from './core/measured.ts';
import { type Closers, databaseEnvironment, type Ground, onGround } from './core/product.ts';
import { printLoadAverage, printTable, ratio } from './core/table.ts';
import { timed } from './core/timed.ts';
import { untilConnected } from './core/until-connected.ts';
import { insertRaw, makePlainTable, readContacts } from './ingest.data.ts';

const rowsPerDevice = 5000;
const inFlight = 8;

/** Ingest: rows from devices into PostgreSQL. */
export const ingestBench: Bench = {
  about: `updates of ${rowsPerDevice} contacts through the gateway beside raw UNNEST inserts of the same rows`,
  async run({ devices = 40 }) {
    await onGround((ground, closers) => run(ground, devices, closers));
  },
};

async function run(ground: Ground, devices: number, closers: Closers): Promise<void> {
  const stateFile = path.join(ground.dataDir, 'fleet.json');
  const server = await startMeasured('bench/src/gateway.server.ts', databaseEnvironment(ground));
  closers.push(server.stop);
  const client = new Client(ground.connection);
  await client.connect();
  closers.push(() => client.end());
  // The first connect; then one asks and is not measured; the raw rows belong to as many again.
  const deviceIds = await enrolDevices(client, devices * 3 + 1, stateFile);
  const [warm = 0, ...answering] = deviceIds.slice(0, devices + 1);
  const fleet = startLoadFleet({ url: server.url, devices: devices + 1, stateFile, rows: rowsPerDevice });
  closers.push(fleet.stop);
  await untilConnected(server, devices + 1);
  await server.drive({ deviceIds: [warm], inFlight: 1, commands: 1 });
  const rows = await readContacts(client, warm);
  await makePlainTable(client);

  // Before and after ours, so that other load on the machine affects both.
  const rawBefore = await timed(() =>
    insertRaw(client, 'contacts', deviceIds.slice(devices + 1, devices * 2 + 1), rows),
  );
  const ours = await timed(() => server.drive({ deviceIds: answering, inFlight, commands: devices }));
  const rawAfter = await timed(() => insertRaw(client, 'contacts', deviceIds.slice(devices * 2 + 1), rows));
  const plain = await timed(() => insertRaw(client, 'plain_contacts', answering, rows));

  const { rows: counted } = await client.query<{ count: string }>(
    'select count(*) from contacts where device_id = any($1::bigint[])',
    [answering],
  );
  const stored = Number(counted[0]?.count);
  if (stored !== devices * rowsPerDevice) throw new Error(`${stored} rows were stored.`);
  const raw = (rawBefore + rawAfter) / 2;
  const line = (what: string, seconds: number) => ({
    what,
    rows: stored,
    'rows/s': (stored / seconds).toFixed(0),
    'against raw': ratio(raw, seconds),
  });
  printTable([
    line(`ours, from ${inFlight} devices at a time`, ours),
    line('raw UNNEST, same table and indexes', raw),
    line('raw UNNEST, a table without indexes', plain),
  ]);
  printLoadAverage();
}
