import { accessChain } from './core/access/access-log.store.ts';
import { loadConfig } from './core/config.ts';
import { openDatabaseBeside } from './core/database/open-database.ts';
import type { Database } from './core/database/schema.ts';
import { readChainedDevices, type ChainedDevice } from './core/devices/audit/audit-chain.store.ts';
import { verifyAudit, verifyChain, type AuditFault } from './core/devices/audit/audit-verify.ts';
import { runScript } from './core/run-script.ts';

const devicesPerStep = 500;

/** Walks every log and prints each place that is broken. Gives back whether there is none. */
async function run(): Promise<boolean> {
  const { db, close } = await openDatabaseBeside(loadConfig(process.env));
  try {
    const devices = await verifyDevices(db);
    const access = await verifyAccess(db);
    return devices && access;
  } finally {
    await close();
  }
}

async function verifyDevices(db: Database): Promise<boolean> {
  const total = { devices: 0, entries: 0, faults: 0 };
  let after = 0;
  for (;;) {
    const devices = await readChainedDevices(db, after, devicesPerStep);
    for (const device of devices) {
      const { entries, faults } = await verifyAudit(db, device.id);
      for (const fault of faults) process.stdout.write(`${faultLine(deviceWords(device), fault)}\n`);
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

/** The one log of changes of access. */
async function verifyAccess(db: Database): Promise<boolean> {
  const { entries, faults } = await verifyChain(accessChain(db));
  for (const fault of faults) process.stdout.write(`${faultLine('Access log', fault)}\n`);
  const outcome = faults.length === 0 ? 'the chain holds' : `broken places: ${faults.length}`;
  process.stdout.write(`Access log: ${entries} entries checked; ${outcome}.\n`);
  return faults.length === 0;
}

function deviceWords({ id, name }: ChainedDevice): string {
  return `Device ${id} (${name})`;
}

function faultLine(log: string, { from, to, problem, explanation }: AuditFault): string {
  const place = from === to ? `entry ${from}` : `entries ${from} to ${to}`;
  return `${log}, ${place}: ${problem}, ${explanation}.`;
}

await runScript(run);
