import { accessChain } from '../access-log.store.ts';
import type { Config } from '../../../core/config/config.ts';
import type { Services } from '../../services/services.ts';
import { countReportingDevices } from './anchors.store.ts';
import { readChainedDevices } from './audit-chain.store.ts';
import { verifyAudit, verifyChain, type AuditFault, type OnStep } from './audit-verify.ts';
import { readMismatches, type ReportedMismatch } from './head-mismatches.store.ts';
import { verifyAnchors, type AnchorVerdict } from './verify-anchors.ts';

const devicesPerStep = 500;

interface Parts extends Pick<Services, 'db' | 'vault'> {
  config: Pick<Config, 'auditAnchorFile'>;
  /** False for who reads the result outside of this machine: devices are called by their numbers. */
  isNamed: boolean;
  /** Called with each fault, in words. */
  say: (line: string) => void;
  /** Awaited after each page of entries, with their number. It may throw to stop the check. */
  onStep?: OnStep;
}

/** The result of one check: the number of faults, and a summary line. */
interface Finding {
  wrong: number;
  summary: string;
}

/** Verifies all logs: those of the devices, the access log, what devices know of theirs, and the anchor file. */
export async function verifyLogs(parts: Parts): Promise<Finding[]> {
  return [
    await verifyDevices(parts),
    await verifyAccess(parts),
    await verifyWhatDevicesKnow(parts),
    await verifyAnchorFile(parts),
  ];
}

async function verifyDevices(parts: Parts): Promise<Finding> {
  const total = { devices: 0, entries: 0, keyed: 0, faults: 0 };
  let after = 0;
  for (;;) {
    const devices = await readChainedDevices(parts.db, after, devicesPerStep);
    for (const device of devices) {
      const { entries, keyed, faults } = await verifyAudit(parts, device.id, parts.onStep);
      for (const fault of faults) parts.say(faultLine(deviceWords(device.id, parts.isNamed ? device.name : ''), fault));
      total.devices += 1;
      total.entries += entries;
      total.keyed += keyed;
      total.faults += faults.length;
      after = device.id;
    }
    if (devices.length < devicesPerStep) break;
  }
  const outcome = total.faults === 0 ? 'every chain holds' : `broken places: ${total.faults}`;
  const summary = `Device logs: ${total.entries} entries of ${total.devices} devices checked, ${total.keyed} of them with the key; ${outcome}.`;
  return { wrong: total.faults, summary };
}

/** Verifies the access log. */
async function verifyAccess({ db, vault, say, onStep }: Parts): Promise<Finding> {
  const { entries, keyed, faults } = await verifyChain(accessChain(db), vault.auditKey, onStep);
  for (const fault of faults) say(faultLine('Access log', fault));
  const outcome = faults.length === 0 ? 'the chain holds' : `broken places: ${faults.length}`;
  return {
    wrong: faults.length,
    summary: `Access log: ${entries} entries checked, ${keyed} of them with the key; ${outcome}.`,
  };
}

/** Lists the mismatches that devices reported when they connected. */
async function verifyWhatDevicesKnow({ db, say, isNamed }: Parts): Promise<Finding> {
  const reported = await readMismatches(db);
  const wrong = reported.filter(({ afterRestore }) => !afterRestore);
  for (const mismatch of wrong) say(mismatchLine(isNamed ? mismatch : { ...mismatch, deviceName: '' }));
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

async function verifyAnchorFile({ db, say, config: { auditAnchorFile: path } }: Parts): Promise<Finding> {
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
