import type { Services } from '../../services.ts';
import type { AuditKeys } from '../../vault.ts';
import {
  claimOf,
  deviceChain,
  fitsDigest,
  proofOf,
  sealOf,
  type AuditChain,
  type ChainEntry,
  type OldHead,
} from './audit-chain.store.ts';

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
  /** How many of them are hashed with the key; the others were written before there was one. */
  keyed: number;
  /** How many lost their details because their person left. */
  erased: number;
  /** In the order of the chain; none when it holds. */
  faults: AuditFault[];
}

const entriesPerStep = 1000;

/** Walks a device's chain. */
export function verifyAudit({ db, vault }: Pick<Services, 'db' | 'vault'>, deviceId: number): Promise<AuditVerdict> {
  return verifyChain(deviceChain(db, deviceId), vault.auditKey);
}

/** Walks a chain from its beginning to its recorded end. Others may write meanwhile. */
export async function verifyChain(chain: AuditChain, keys: AuditKeys): Promise<AuditVerdict> {
  const faults: AuditFault[] = [];
  const verdict: AuditVerdict = { entries: 0, keyed: 0, erased: 0, faults };
  const old = await chain.oldHead();
  faults.push(...sealFaults(old, chain.deviceId, keys));
  const erasures = watchErasures();
  let last = { sequence: 0, hash: '' };
  for (;;) {
    const step = await chain.read({ after: last.sequence, limit: entriesPerStep });
    for (const entry of step) {
      const linkBroken = entry.sequence === last.sequence + 1 && entry.previous !== last.hash;
      const blamed = faults.at(-1)?.to === last.sequence && last.sequence > 0;
      faults.push(...gapBefore(entry, last.sequence));
      const own = faultOf(chain, entry, keys) ?? oldFault(entry, old);
      if (own) faults.push(own);
      // What follows a fault that is known already cannot fit, and says nothing new.
      else if (linkBroken && !blamed) faults.push(await brokenLink(chain, entry));
      erasures.note(entry);
      last = entry;
      verdict.entries += 1;
      if (entry.scheme === 2) verdict.keyed += 1;
      if (entry.personal === null) verdict.erased += 1;
    }
    if (step.length === entriesPerStep) continue;
    const end = await chain.end();
    // Somebody wrote since the last step.
    if ((end.lastSequence ?? 0) > last.sequence) continue;
    faults.push(...erasures.faults());
    // An entry that is known not to hold is not named a second time.
    const known = new Set(faults.map(({ to }) => to));
    faults.push(...endFaults(last, end.headSequence, end.headHash).filter(({ to }) => !known.has(to)));
    return verdict;
  }
}

/** What one entry says about itself that cannot be. */
function faultOf(chain: AuditChain, entry: ChainEntry, keys: AuditKeys): AuditFault | null {
  const { sequence, olderThanKey, halfErased } = entry;
  if (proofOf(chain, entry, keys) !== claimOf(entry)) return misfit(chain, entry, keys);
  if (!fitsDigest(entry)) return fault(sequence, 'changed', 'its details do not fit their digest');
  if (halfErased) return fault(sequence, 'changed', 'its details are erased only in part');
  if (olderThanKey) return fault(sequence, 'changed', 'it is hashed with the key of a later day');
  return null;
}

/** Entries without a key are those before the keys began, which ended as it was sealed then. */
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

/** Details may be missing only where an entry of the chain itself, which cannot be made without the key, says why. */
function watchErasures() {
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

/** How far from its place a moved entry is recognised as moved; from farther away it counts as changed. */
const recognisedWithin = 100;

/** An entry that its own hash does not fit: it was written for another place, or it said something else. */
function misfit(chain: AuditChain, entry: ChainEntry, keys: AuditKeys): AuditFault {
  const { sequence } = entry;
  for (let place = Math.max(1, sequence - recognisedWithin); place <= sequence + recognisedWithin; place += 1) {
    if (proofOf(chain, entry, keys, place) === claimOf(entry))
      return fault(sequence, 'reordered', `it was written as entry ${place}`);
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
