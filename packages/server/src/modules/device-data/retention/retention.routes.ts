import { retentionList, retentionUpdate, type Retention } from '@fairwatch/contract';
import { retainedCapabilities, retainedKinds, type RetainedKind } from './retention.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { countRows, readRetention, writeRetention } from './retention.store.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';

export function retentionRoutes({ db, bus, face }: Services, tables: readonly RowTable[]): Route[] {
  const kinds = retainedKinds(tables);
  /** Leaves out the data of kinds that are not used, of which there is none. */
  const listUsed = async (asIf?: DaysByKind): Promise<Retention[]> => {
    const { usedKinds } = await face.read();
    const unused = retainedCapabilities(tables).filter(({ capability }) => !usedKinds.includes(capability));
    return (await listRetention(db, kinds, asIf)).filter((each) => !unused.some(({ kind }) => kind === each.kind));
  };
  return [
    handle(retentionList, ({ input }) => listUsed(input.days)),
    handle(retentionUpdate, async ({ session, input }) => {
      await changeRetention(db, kinds, input.days, session);
      bus.publish('supervisionChanged', { deviceIds: null });
      return await listUsed();
    }),
  ];
}

/** Counts at most three tables at once, because a slow count occupies a connection of the pool. */
const semaphore = createSemaphore(3);

type DaysByKind = Readonly<Record<string, number>>;

/** The retention of each kind. `asIf` overrides days, to preview how many rows would be deleted. */
async function listRetention(
  db: Database,
  kinds: readonly RetainedKind[],
  asIf: DaysByKind = {},
): Promise<Retention[]> {
  assertKnownKinds(kinds, asIf);
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
        ...(await semaphore(() => countRows(db, kept, asIf[kind] ?? days))),
        changedBy: setting?.changedBy ?? null,
        changedAt: setting?.changedAt ?? null,
      };
    }),
  );
}

/** Sets the days of these kinds, all or none, and records who did it. The next run applies them. */
async function changeRetention(
  db: Database,
  kinds: readonly RetainedKind[],
  wanted: DaysByKind,
  by: { userId: number; username: string },
): Promise<void> {
  assertKnownKinds(kinds, wanted);
  await db.transaction().execute(async (transaction) => {
    const settings = await readRetention(transaction);
    for (const { kind, defaultDays } of kinds) {
      const before = settings.get(kind)?.days ?? defaultDays;
      const after = wanted[kind] ?? before;
      if (after !== before) await writeRetention(transaction, { kind, before, after }, by);
    }
  });
}

function assertKnownKinds(kinds: readonly RetainedKind[], named: DaysByKind): void {
  const unknown = Object.keys(named).find((name) => !kinds.some(({ kind }) => kind === name));
  if (unknown !== undefined) throw new AppError('invalid_input', { problem: `There is no kind of data "${unknown}".` });
}
