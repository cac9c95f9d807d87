import { endpoints, type AuditDetails, type Endpoint } from '@fairwatch/contract';
import { contentReads } from './content-reads.ts';
import { listReads } from './list-reads.ts';
import { multiDeviceReads } from './multi-device-reads.ts';
import type { ReadKind } from './read-kind.ts';
import { singleReads } from './single-reads.ts';

/** How every read is logged, by the subject of its entries. */
const kinds: ReadonlyMap<string, ReadKind> = new Map(
  [...listReads, ...singleReads, ...multiDeviceReads, ...contentReads].map((kind) => [kind.path, kind]),
);

/** Finds how the reads of an endpoint are logged. */
export function readKindOf(path: string): ReadKind | undefined {
  return kinds.get(path);
}

/** Describes a read in a sentence; undefined for the path of an endpoint that no longer exists. */
export function readWords(path: string, details: Readonly<AuditDetails>): string | undefined {
  return kinds.get(path)?.words(details);
}

/** Throws at start-up when an endpoint reads data of a device and nothing describes its entry in the audit log. */
export function checkReads(declared: readonly Endpoint[] = endpoints): void {
  const silent = declared.find(({ device, path }) => device?.action === 'READ' && !kinds.has(path));
  if (silent !== undefined) throw new Error(`${silent.path} does not say what the log tells of it (audit/reads).`);
}
