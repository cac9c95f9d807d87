import type { Retention } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../../core/database/schema.ts';
import { countRows, readRetention, writeRetention } from '../../core/devices/retention.store.ts';
import type { RetainedKind } from '../../core/devices/retention.ts';
import { createTurns } from '../../core/turns.ts';

/** Counting a large table takes its time, and a connection: the rest of the pool is for everyone else. */
const inTurn = createTurns(3);

type DaysByKind = Readonly<Record<string, number>>;

/** How long each kind is kept. `asIf` counts what is due as if these days were set. */
export async function listRetention(
  db: Database,
  kinds: readonly RetainedKind[],
  asIf: DaysByKind = {},
): Promise<Retention[]> {
  demandKnown(kinds, asIf);
  const settings = await readRetention(db);
  return await Promise.all(
    kinds.map(async (kept) => {
      const { kind, title, covers, defaultDays } = kept;
      const setting = settings.get(kind);
      const days = setting?.days ?? defaultDays;
      return {
        kind,
        title,
        covers,
        days,
        defaultDays,
        ...(await inTurn(() => countRows(db, kept, asIf[kind] ?? days))),
        changedBy: setting?.changedBy ?? null,
        changedAt: setting?.changedAt ?? null,
      };
    }),
  );
}

/** Sets the days of these kinds, all or none, each with a note of who did it. The next run deletes by them. */
export async function changeRetention(
  db: Database,
  kinds: readonly RetainedKind[],
  wanted: DaysByKind,
  by: { userId: number; username: string },
): Promise<void> {
  demandKnown(kinds, wanted);
  await db.transaction().execute(async (transaction) => {
    const settings = await readRetention(transaction);
    for (const { kind, defaultDays } of kinds) {
      const before = settings.get(kind)?.days ?? defaultDays;
      const after = wanted[kind] ?? before;
      if (after !== before) await writeRetention(transaction, { kind, before, after }, by);
    }
  });
}

function demandKnown(kinds: readonly RetainedKind[], named: DaysByKind): void {
  const unknown = Object.keys(named).find((name) => !kinds.some(({ kind }) => kind === name));
  if (unknown !== undefined) throw new AppError('invalid_input', { problem: `There is no kind of data "${unknown}".` });
}
