import { endpoints, type AuditDetails, type Endpoint } from '@fairwatch/contract';
import { contentReads } from '../../../blobs/content-reads.ts';
import { listReads } from './list-reads.ts';
import { overManyReads } from './over-many-reads.ts';
import type { ReadKind } from './read-kind.ts';
import { singleReads } from './single-reads.ts';

/** Every way to read personal data, by the subject of its entries. */
const kinds: ReadonlyMap<string, ReadKind> = new Map(
  [...listReads, ...singleReads, ...overManyReads, ...contentReads].map((kind) => [kind.path, kind]),
);

/** How the reads of a call are logged. */
export function readKindOf(path: string): ReadKind | undefined {
  return kinds.get(path);
}

/** What a read was, in words; undefined when its path is not one that is known today. */
export function readWords(path: string, details: Readonly<AuditDetails>): string | undefined {
  return kinds.get(path)?.words(details);
}

/** Throws at start-up when an endpoint reads data of a device and nothing describes its entry in the audit log. */
export function checkReads(declared: readonly Endpoint[] = endpoints): void {
  const silent = declared.find(({ device, path }) => device?.action === 'READ' && !kinds.has(path));
  if (silent !== undefined) throw new Error(`${silent.path} does not say what the log tells of it (audit/reads).`);
}
