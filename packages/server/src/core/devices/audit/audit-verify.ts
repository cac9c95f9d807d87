import type { Database } from '../../database/schema.ts';
import { deviceChain, hashOf, type AuditChain, type ChainEntry } from './audit-chain.store.ts';

/** A place where a log is not as it was written. */
export interface AuditFault {
  /** The first entry concerned, and the last. */
  from: number;
  to: number;
  problem: 'changed' | 'removed' | 'reordered';
  explanation: string;
}

/** What a walk along a chain found. */
export interface AuditVerdict {
  /** How many entries there are. */
  entries: number;
  /** In the order of the chain; none when it holds. */
  faults: AuditFault[];
}

const entriesPerStep = 1000;

/** Walks a device's chain. */
export function verifyAudit(db: Database, deviceId: number): Promise<AuditVerdict> {
  return verifyChain(deviceChain(db, deviceId));
}

/** Walks a chain from its beginning to its anchored end. Others may write meanwhile. */
export async function verifyChain(chain: AuditChain): Promise<AuditVerdict> {
  const faults: AuditFault[] = [];
  let entries = 0;
  let last = { sequence: 0, hash: '' };
  for (;;) {
    const step = await chain.read({ after: last.sequence, limit: entriesPerStep });
    for (const entry of step) {
      const linkBroken = entry.sequence === last.sequence + 1 && entry.previous !== last.hash;
      const blamed = faults.at(-1)?.to === last.sequence && last.sequence > 0;
      faults.push(...gapBefore(entry, last.sequence));
      if (hashOf(entry) !== entry.hash) faults.push(misfit(entry));
      // What follows a fault that is known already cannot fit, and says nothing new.
      else if (linkBroken && !blamed) faults.push(await brokenLink(chain, entry));
      last = entry;
      entries += 1;
    }
    if (step.length === entriesPerStep) continue;
    const end = await chain.end();
    // Somebody wrote since the last step.
    if ((end.lastSequence ?? 0) > last.sequence) continue;
    // An entry that is known not to hold is not named a second time.
    faults.push(...endFaults(last, end.headSequence, end.headHash).filter(({ to }) => to !== faults.at(-1)?.to));
    return { entries, faults };
  }
}

function gapBefore({ sequence }: ChainEntry, lastSequence: number): AuditFault[] {
  if (sequence === lastSequence + 1) return [];
  return [removed(lastSequence + 1, sequence - 1, 'the chain has a gap')];
}

/** How far from its place a moved entry is recognised as moved; from farther away it counts as changed. */
const recognisedWithin = 100;

/** An entry that its own hash does not fit: it was written for another place, or it said something else. */
function misfit(entry: ChainEntry): AuditFault {
  const { sequence, hash } = entry;
  for (let place = Math.max(1, sequence - recognisedWithin); place <= sequence + recognisedWithin; place += 1) {
    if (hashOf(entry, place) === hash) return fault(sequence, 'reordered', `it was written as entry ${place}`);
  }
  return fault(sequence, 'changed', 'its content does not fit its hash');
}

/** An entry that fits its own hash but does not follow the one before it. */
async function brokenLink(chain: AuditChain, { sequence, previous }: ChainEntry): Promise<AuditFault> {
  const place = previous === '' ? 0 : await chain.find(previous);
  if (place === null) return fault(sequence, 'changed', 'the entry before it is not the one it was written after');
  return fault(sequence, 'reordered', place === 0 ? 'it was written first' : `it was written after entry ${place}`);
}

function endFaults(
  last: { sequence: number; hash: string },
  headSequence: number | null,
  headHash: string | null,
): AuditFault[] {
  if (headSequence === null)
    return [removed(1, Math.max(1, last.sequence), 'the record of where the log ends is gone')];
  if (last.sequence < headSequence) return [removed(last.sequence + 1, headSequence, 'the end of the log is cut off')];
  if (last.sequence > headSequence) {
    const explanation = 'it was added after the recorded end of the log';
    return [{ from: headSequence + 1, to: last.sequence, problem: 'changed', explanation }];
  }
  return last.hash === headHash ? [] : [fault(last.sequence, 'changed', 'it is not the entry the log ended with')];
}

function removed(from: number, to: number, explanation: string): AuditFault {
  return { from, to, problem: 'removed', explanation };
}

function fault(sequence: number, problem: AuditFault['problem'], explanation: string): AuditFault {
  return { from: sequence, to: sequence, problem, explanation };
}
