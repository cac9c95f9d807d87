import { loadConfig } from './core/config.ts';
import { clusterExists } from './core/database/embedded-postgres.ts';
import { openDatabaseBeside } from './core/database/open-database.ts';
import type { Database } from './core/database/schema.ts';
import { describeError } from './core/describe-error.ts';
import { readChainedDevices, type ChainedDevice } from './core/devices/audit-chain.store.ts';
import { verifyAudit, type AuditFault } from './core/devices/audit-verify.ts';
import { StartError } from './core/start-error.ts';

const devicesPerStep = 500;

/** Walks the log of every device and prints each place that is broken. Gives back whether there is none. */
async function run(): Promise<boolean> {
  const config = loadConfig(process.env);
  if (config.databaseUrl === null && !(await clusterExists(config.dataDir))) {
    throw new StartError(`There is no database in ${config.dataDir} yet. Start Fairwatch once first.`);
  }
  const { db, close } = await openDatabaseBeside(config);
  try {
    return await verifyAll(db);
  } finally {
    await close();
  }
}

async function verifyAll(db: Database): Promise<boolean> {
  const total = { devices: 0, entries: 0, faults: 0 };
  let after = 0;
  for (;;) {
    const devices = await readChainedDevices(db, after, devicesPerStep);
    for (const device of devices) {
      const { entries, faults } = await verifyAudit(db, device.id);
      for (const fault of faults) process.stdout.write(`${faultLine(device, fault)}\n`);
      total.devices += 1;
      total.entries += entries;
      total.faults += faults.length;
      after = device.id;
    }
    if (devices.length < devicesPerStep) break;
  }
  const outcome = total.faults === 0 ? 'every chain holds' : `broken places: ${total.faults}`;
  process.stdout.write(`Audit log: ${total.entries} entries of ${total.devices} devices checked; ${outcome}.\n`);
  return total.faults === 0;
}

function faultLine({ id, name }: ChainedDevice, { from, to, problem, explanation }: AuditFault): string {
  const place = from === to ? `entry ${from}` : `entries ${from} to ${to}`;
  return `Device ${id} (${name}), ${place}: ${problem}, ${explanation}.`;
}

try {
  if (!(await run())) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
