import { createBatcher } from '../../core/jobs/batcher.ts';
import { isDatabaseGone } from '../../core/database/database-gone.ts';
import type { Infrastructure } from '../infrastructure.ts';
import type { Database } from '../schema/schema.ts';
import type { AuditEntry, AuditLog } from '../services/audit-log.ts';
import { appendEntries } from './audit.store.ts';
import { createExportChains } from './chain/export-chains.ts';
import { sessionKey } from './read-log.ts';
import { createRecentAudits } from './recent-audits.ts';
import { createSeenItems } from './seen-items.ts';
import { createShownPreviews } from './shown-previews.ts';

interface AppendRequest {
  entries: readonly AuditEntry[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Devices are spread over so many batches that are written at the same time. In one, a device whose log is locked for a moment would
 * hold up the reads of all others.
 */
const lanes = 4;

/** The log of one server. By the scheduler's time it tells what it wrote lately; what an ended session was shown is forgotten. */
export function createAuditLog({
  db,
  bus,
  scheduler: { now },
}: Pick<Infrastructure, 'db' | 'bus' | 'scheduler'>): AuditLog {
  const batchers = Array.from({ length: lanes }, () =>
    createBatcher<AppendRequest>((requests) => write(db, requests), rejectAll),
  );
  const [previews, seen] = [createShownPreviews(now), createSeenItems(now)];
  bus.subscribe('sessionEnded', ({ tokenHash }) => {
    const session = sessionKey({ tokenHash: Buffer.from(tokenHash, 'hex') });
    for (const shown of [previews, seen]) shown.forgetSession(session);
  });
  return {
    async write(entries) {
      const byLane = Map.groupBy(entries, ({ deviceId }) => deviceId % lanes);
      await Promise.all(
        Array.from(
          byLane,
          ([lane, own]) =>
            new Promise<void>((resolve, reject) => batchers[lane]?.add({ entries: own, resolve, reject })),
        ),
      );
    },
    audits: createRecentAudits(now),
    exports: createExportChains(now),
    previews,
    seen,
  };
}

async function write(db: Database, requests: readonly AppendRequest[]): Promise<void> {
  try {
    await appendEntries(
      db,
      requests.flatMap(({ entries }) => entries),
    );
    for (const { resolve } of requests) resolve();
  } catch (error) {
    // What one caller wants to write must not keep the others from reading; without a database nobody can.
    if (requests.length === 1 || isDatabaseGone(error)) return rejectAll(error, requests);
    for (const request of requests) await write(db, [request]);
  }
}

function rejectAll(error: unknown, requests: readonly AppendRequest[]): void {
  for (const { reject } of requests) reject(error);
}
