import type { Services } from '../../services/services.ts';
import type { AuditKeys } from '../../../core/vault.ts';
import {
  storedProof,
  deviceChain,
  matchesDigest,
  expectedProof,
  sealOf,
  type AuditChain,
  type ChainEntry,
  type OldHead,
} from './audit-chain.store.ts';

/** A range of entries that is not as it was written. */
export interface AuditFault {
  /** The sequences of the first and last entry concerned. */
  from: number;
  to: number;
  problem: 'changed' | 'removed' | 'reordered';
  explanation: string;
}

/** The result of verifying a chain. */
export interface AuditVerdict {
  /** The number of entries. */
  entries: number;
  /** How many entries are hashed with a key; older ones were written before there were keys. */
  keyed: number;
  /** How many entries had their details erased because the person left. */
  erased: number;
  /** In the order of the chain; empty when it is intact. */
  faults: AuditFault[];
}

/** Verified without a pause in the event loop: a few milliseconds. */
const entriesPerStep = 500;

/** Called with the number of entries of each page that was verified. Throws to stop. */
export type OnStep = (entries: number) => Promise<void>;

/** Verifies the log of a device. */
export function verifyAudit(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  deviceId: number,
  onStep?: OnStep,
): Promise<AuditVerdict> {
  return verifyChain(deviceChain(db, deviceId), vault.auditKey, onStep);
}

/** Verifies a chain from its first entry to its stored head. Others may append meanwhile. */
export async function verifyChain(chain: AuditChain, keys: AuditKeys, onStep?: OnStep): Promise<AuditVerdict> {
  const faults: AuditFault[] = [];
  const verdict: AuditVerdict = { entries: 0, keyed: 0, erased: 0, faults };
  const old = await chain.oldHead();
  faults.push(...sealFaults(old, chain.deviceId, keys));
  const erasures = createErasureCheck();
  let last = { sequence: 0, hash: '' };
  for (;;) {
    const step = await chain.read({ after: last.sequence, limit: entriesPerStep });
    for (const entry of step) {
      const linkBroken = entry.sequence === last.sequence + 1 && entry.previous !== last.hash;
      const blamed = faults.at(-1)?.to === last.sequence && last.sequence > 0;
      faults.push(...gapBefore(entry, last.sequence));
      const own = faultOf(chain, entry, keys) ?? oldFault(entry, old);
      if (own) faults.push(own);
      // An entry after a reported fault cannot link to it, which is no new fault.
      else if (linkBroken && !blamed) faults.push(await explainBrokenLink(chain, entry));
      erasures.note(entry);
      last = entry;
      verdict.entries += 1;
      if (entry.scheme === 2) verdict.keyed += 1;
      if (entry.personal === null) verdict.erased += 1;
    }
    await onStep?.(step.length);
    if (step.length === entriesPerStep) continue;
    const end = await chain.end();
    // Entries were appended since the last page.
    if ((end.lastSequence ?? 0) > last.sequence) continue;
    faults.push(...erasures.faults());
    // An entry that is already reported is not reported again.
    const known = new Set(faults.map(({ to }) => to));
    faults.push(...endFaults(last, end.headSequence, end.headHash).filter(({ to }) => !known.has(to)));
    return verdict;
  }
}

/** Checks one entry by itself; null when it is consistent. */
function faultOf(chain: AuditChain, entry: ChainEntry, keys: AuditKeys): AuditFault | null {
  const { sequence, olderThanKey, halfErased } = entry;
  if (expectedProof(chain, entry, keys) !== storedProof(entry)) return explainMismatch(chain, entry, keys);
  if (!matchesDigest(entry)) return fault(sequence, 'changed', 'its details do not fit their digest');
  if (halfErased) return fault(sequence, 'changed', 'its details are erased only in part');
  if (olderThanKey) return fault(sequence, 'changed', 'it is hashed with the key of a later day');
  return null;
}

/** Checks that entries without a key are older than the introduction of keys, and that the last of them is the sealed one. */
function oldFault({ sequence, scheme, hash }: ChainEntry, old: OldHead | null): AuditFault | null {
  if (scheme !== 2 && sequence > (old?.sequence ?? 0)) {
    return fault(sequence, 'changed', 'it is hashed without the key');
  }
  if (sequence !== old?.sequence || hash === old.hash) return null;
  return fault(sequence, 'changed', 'it is not the entry after which the keys began');
}

function sealFaults(old: OldHead | null, deviceId: number, keys: AuditKeys): AuditFault[] {
  if (old === null || sealOf(old, deviceId, keys) === old.seal) return [];
  const explanation = 'the record of where the entries without a key end was changed';
  return [{ from: 1, to: Math.max(1, old.sequence), problem: 'changed', explanation }];
}

/**
 * Checks erasures: details may be missing only where a later entry of the chain, which cannot be forged without the key,
 * explains why.
 */
function createErasureCheck() {
  const erased: number[] = [];
  const allowed = new Set<number>();
  let all = false;
  return {
    note({ sequence, personal, erases }: ChainEntry): void {
      if (personal === null) erased.push(sequence);
      if (erases === 'all') all = true;
      else for (const place of erases ?? []) if (place < sequence) allowed.add(place);
    },
    faults(): AuditFault[] {
      if (all) return [];
      return erased
        .filter((sequence) => !allowed.has(sequence))
        .map((sequence) => fault(sequence, 'changed', 'its details are gone although nobody left'));
    },
  };
}

function gapBefore({ sequence }: ChainEntry, lastSequence: number): AuditFault[] {
  if (sequence === lastSequence + 1) return [];
  return [removed(lastSequence + 1, sequence - 1, 'the chain has a gap')];
}

/** How many places away a moved entry is recognised as moved; from farther away it is reported as changed. */
const recognisedWithin = 100;

/** Explains an entry that does not match its own hash: it was moved, or its content was changed. */
function explainMismatch(chain: AuditChain, entry: ChainEntry, keys: AuditKeys): AuditFault {
  const { sequence } = entry;
  for (let place = Math.max(1, sequence - recognisedWithin); place <= sequence + recognisedWithin; place += 1) {
    if (expectedProof(chain, entry, keys, place) === storedProof(entry))
      return fault(sequence, 'reordered', `it was written as entry ${place}`);
  }
  return fault(sequence, 'changed', 'its content does not fit its hash');
}

/** Explains an entry that matches its own hash but does not link to the previous one. */
async function explainBrokenLink(chain: AuditChain, { sequence, previous }: ChainEntry): Promise<AuditFault> {
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
