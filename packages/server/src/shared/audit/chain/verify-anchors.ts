import type { Database } from '../../schema/schema.ts';
import { readAnchors } from './anchor-file.ts';
import { findLostAccessHead, findLostHeads } from './anchors.store.ts';

/** An entry that the anchor file has and its log does not have any more. Device 0 is the access log. */
export interface LostAnchor {
  deviceId: number;
  sequence: number;
  /** True when the log has no entry with this sequence; false when it has another one. */
  missing: boolean;
  /** When the anchor was written. */
  at: string;
}

export interface AnchorVerdict {
  lines: number;
  /** The numbers of lines that cannot be parsed. */
  unreadable: number[];
  /** When the first and the last line were written; null for an empty file. */
  first: string | null;
  last: string | null;
  /** The first lost entry of each log. */
  lost: LostAnchor[];
  /** How many logs lack entries because they were restored from a backup. */
  restored: number;
}

/** Compares every line of an anchor file with the logs as they are now. */
export async function verifyAnchors(db: Database, path: string): Promise<AnchorVerdict> {
  const verdict: AnchorVerdict = { lines: 0, unreadable: [], first: null, last: null, lost: [], restored: 0 };
  const lost = new Map<number, LostAnchor>();
  const restored = new Set<number>();
  for await (const { number, line } of readAnchors(path)) {
    verdict.lines += 1;
    if (line === null) {
      verdict.unreadable.push(number);
      continue;
    }
    const { at, access, heads } = line;
    verdict.first ??= at;
    verdict.last = at;
    const found = await findLostHeads(db, heads, at);
    const lostAccess = access.sequence > 0 ? await findLostAccessHead(db, access, at) : null;
    if (lostAccess) found.push({ deviceId: 0, sequence: access.sequence, ...lostAccess });
    for (const { restored: known, deviceId, ...entry } of found) {
      if (known) restored.add(deviceId);
      else if (!lost.has(deviceId)) lost.set(deviceId, { deviceId, ...entry, at });
    }
  }
  return { ...verdict, lost: [...lost.values()], restored: restored.size };
}
