import { accessChain } from '../shared/audit/access-log.store.ts';
import { loadConfig, type Config } from '../core/config/config.ts';
import { openDatabaseBeside } from '../shared/schema/open-database.ts';
import { countReportingDevices } from '../shared/audit/chain/anchors.store.ts';
import { readChainedDevices } from '../shared/audit/chain/audit-chain.store.ts';
import { verifyAudit, verifyChain, type AuditFault } from '../shared/audit/chain/audit-verify.ts';
import { readMismatches, type ReportedMismatch } from '../shared/audit/chain/head-mismatches.store.ts';
import { verifyAnchors, type AnchorVerdict } from '../shared/audit/chain/verify-anchors.ts';
import { runScript } from './run-script.ts';
import type { Services } from '../shared/services/services.ts';
import { StartError } from '../core/config/start-error.ts';
import { findVault, vaultKeyPath, type Vault } from '../core/vault.ts';

const devicesPerStep = 500;

type Parts = Pick<Services, 'db' | 'vault'>;

/** The result of one check: the number of faults, and a summary line. */
interface Finding {
  wrong: number;
  summary: string;
}

/** Verifies all logs, prints each fault, and then a summary. Returns true when there are no faults. */
async function run(): Promise<boolean> {
  const config = loadConfig(process.env);
  const { db, close } = await openDatabaseBeside(config);
  try {
    const parts = { db, vault: openExistingVault(config) };
    const findings = [
      await verifyDevices(parts),
      await verifyAccess(parts),
      await verifyWhatDevicesKnow(parts),
      await verifyAnchorFile(parts, config),
    ];
    for (const { summary } of findings) say(summary);
    for (const line of proved) say(line);
    return findings.every(({ wrong }) => wrong === 0);
  } finally {
    await close();
  }
}

function openExistingVault(config: Config): Vault {
  const vault = findVault(config);
  if (vault !== null) return vault;
  throw new StartError(`${vaultKeyPath(config)} is missing: without this key the log cannot be verified.`);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The explanation below the summary lines. */
const proved = [
  'What this shows: whoever could write to the database but did not have the key in DATA_DIR, and ran no code of their own inside',
  'PostgreSQL while the server wrote, has changed, moved or added no keyed entry, and removed none but at the end of a log.',
  'Against a cut end, and against whoever had the key: only what devices and the anchor file know, up to what they know.',
];

async function verifyDevices(parts: Parts): Promise<Finding> {
  const total = { devices: 0, entries: 0, keyed: 0, faults: 0 };
  let after = 0;
  for (;;) {
    const devices = await readChainedDevices(parts.db, after, devicesPerStep);
    for (const device of devices) {
      const { entries, keyed, faults } = await verifyAudit(parts, device.id);
      for (const fault of faults) say(faultLine(deviceWords(device.id, device.name), fault));
      total.devices += 1;
      total.entries += entries;
      total.keyed += keyed;
      total.faults += faults.length;
      after = device.id;
    }
    if (devices.length < devicesPerStep) break;
  }
  const outcome = total.faults === 0 ? 'every chain holds' : `broken places: ${total.faults}`;
  const summary = `Audit log: ${total.entries} entries of ${total.devices} devices checked, ${total.keyed} of them with the key; ${outcome}.`;
  return { wrong: total.faults, summary };
}

/** Verifies the access log. */
async function verifyAccess({ db, vault }: Parts): Promise<Finding> {
  const { entries, keyed, faults } = await verifyChain(accessChain(db), vault.auditKey);
  for (const fault of faults) say(faultLine('Access log', fault));
  const outcome = faults.length === 0 ? 'the chain holds' : `broken places: ${faults.length}`;
  return {
    wrong: faults.length,
    summary: `Access log: ${entries} entries checked, ${keyed} of them with the key; ${outcome}.`,
  };
}

/** Lists the mismatches that devices reported when they connected. */
async function verifyWhatDevicesKnow({ db }: Parts): Promise<Finding> {
  const reported = await readMismatches(db);
  const wrong = reported.filter(({ afterRestore }) => !afterRestore);
  for (const mismatch of wrong) say(mismatchLine(mismatch));
  const { devices, since } = await countReportingDevices(db);
  const restored = reported.length - wrong.length;
  const summary = [
    devices === 0
      ? 'Devices: none has told yet which entry of its log it knows'
      : `Devices: ${devices} found the newest entry they knew in their log when they last came, the first of them at ${since?.toISOString()}`,
    `${wrong.length === 0 ? 'none misses one' : `missed: ${wrong.length}`}${restored > 0 ? `; lost by a restore: ${restored}` : ''}.`,
  ];
  return { wrong: wrong.length, summary: summary.join('; ') };
}

async function verifyAnchorFile({ db }: Parts, { auditAnchorFile: path }: Config): Promise<Finding> {
  if (path === null) return { wrong: 0, summary: 'Anchor file: none is set (AUDIT_ANCHOR_FILE).' };
  const verdict = await verifyAnchors(db, path);
  for (const number of verdict.unreadable) say(`Anchor file, line ${number}: it cannot be read.`);
  for (const { deviceId, sequence, missing, at } of verdict.lost) {
    const log = deviceId === 0 ? 'Access log' : deviceWords(deviceId);
    say(`${log}, entry ${sequence}: ${missing ? 'removed' : 'changed'}, the anchor file of ${at} knows it.`);
  }
  const wrong = verdict.lost.length + verdict.unreadable.length;
  return { wrong, summary: anchorSummary(verdict) };
}

function anchorSummary({ lines, first, last, lost, restored }: AnchorVerdict): string {
  if (first === null) return 'Anchor file: it has no line yet.';
  const outcome = lost.length === 0 ? 'every entry it knows is there' : `logs that lack one: ${lost.length}`;
  const since = restored > 0 ? `; logs that lack entries since a restore: ${restored}` : '';
  return `Anchor file: ${lines} lines from ${first} to ${last}; ${outcome}${since}.`;
}

function deviceWords(id: number, name = ''): string {
  return name === '' ? `Device ${id}` : `Device ${id} (${name})`;
}

function faultLine(log: string, { from, to, problem, explanation }: AuditFault): string {
  const place = from === to ? `entry ${from}` : `entries ${from} to ${to}`;
  return `${log}, ${place}: ${problem}, ${explanation}.`;
}

function mismatchLine({ deviceId, deviceName, sequence, missing, reportedAt }: ReportedMismatch): string {
  const problem = missing ? 'removed' : 'changed';
  return `${deviceWords(deviceId, deviceName)}, entry ${sequence}: ${problem}, the device knew it when it came at ${reportedAt}.`;
}

await runScript(run);
