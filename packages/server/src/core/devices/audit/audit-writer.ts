import { createBatcher, type Batcher } from '../../batcher.ts';
import { isDatabaseGone } from '../../database/database-gone.ts';
import type { Database } from '../../database/schema.ts';
import { appendEntries, type AuditEntry } from './audit.store.ts';

interface Wish {
  entries: readonly AuditEntry[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Devices are spread over so many batches that are written at the same time. In one, a device whose log is locked for a moment would
 * hold up the reads of all others.
 */
const lanes = 4;

/** One set per database, which is one per server. */
const writers = new WeakMap<Database, readonly Batcher<Wish>[]>();

/** Writes entries of any devices together with those of others at the same moment. Resolves when they are committed. */
export async function writeEntries(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  const batchers =
    writers.get(db) ??
    Array.from({ length: lanes }, () => createBatcher<Wish>((wishes) => write(db, wishes), rejectAll));
  writers.set(db, batchers);
  const byLane = Map.groupBy(entries, ({ deviceId }) => deviceId % lanes);
  await Promise.all(
    Array.from(
      byLane,
      ([lane, own]) => new Promise<void>((resolve, reject) => batchers[lane]?.add({ entries: own, resolve, reject })),
    ),
  );
}

async function write(db: Database, wishes: readonly Wish[]): Promise<void> {
  try {
    await appendEntries(
      db,
      wishes.flatMap(({ entries }) => entries),
    );
    for (const { resolve } of wishes) resolve();
  } catch (error) {
    // What one caller wants to write must not keep the others from reading; without a database nobody can.
    if (wishes.length === 1 || isDatabaseGone(error)) return rejectAll(error, wishes);
    for (const wish of wishes) await write(db, [wish]);
  }
}

function rejectAll(error: unknown, wishes: readonly Wish[]): void {
  for (const { reject } of wishes) reject(error);
}
