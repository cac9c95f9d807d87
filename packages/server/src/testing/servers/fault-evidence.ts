import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';
import { verifyAudit } from '../../shared/audit/chain/audit-verify.ts';
import type { Services } from '../../shared/services/services.ts';
import type { Witness } from './fault-traffic.ts';

/** Installs a trigger that records each end of a command and each change after its end. */
export async function keepEvidence(db: Database): Promise<void> {
  await sql`create table ends (command_id bigint not null, step text not null)`.execute(db);
  await sql`
    create function note_end() returns trigger language plpgsql as $$
    begin
      insert into ends (command_id, step) values (new.id, new.step);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger commands_end after insert or update on commands
      for each row when (new.finished_at is not null) execute function note_end()`.execute(db);
}

/** The number of these commands that are still open. */
export async function countOpen(db: Database, commandIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from unnest(${commandIds}::bigint[]) as asked (id)
    left join commands c on c.id = asked.id where c.finished_at is null`.execute(db);
  return rows[0]?.open ?? 0;
}

/** How a command ended, how often it ended, and how often it was logged. */
interface Fate {
  id: number;
  step: string;
  ends: number;
  entries: number;
}

async function readFates(db: Database, commandIds: readonly number[]): Promise<Fate[]> {
  const { rows } = await sql<Fate>`
    select c.id, c.step, (select count(*) from ends e where e.command_id = c.id) as ends,
      (select count(*) from audit_entries a where a.device_id = c.device_id and a.action = 'COMMAND'
        and (a.details->>'commandId')::bigint = c.id) as entries
    from commands c where c.id = any(${commandIds}::bigint[])`.execute(db);
  return rows;
}

/** The number of a device's stored contacts, and their distinct names. */
async function readBook(db: Database, deviceId: number): Promise<{ rows: number; names: string[] }> {
  const { rows } = await sql<{ rows: number; names: string[] }>`
    select count(*) as rows, coalesce(array_agg(distinct name), '{}') as names
    from contacts where device_id = ${deviceId}`.execute(db);
  return rows[0] ?? { rows: 0, names: [] };
}

/**
 * Lists violations of the guarantees: every command has ended successfully and is logged exactly once; every
 * device has all rows of exactly one answer, and a log that verifies.
 */
export async function findLosses(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  commandIds: readonly number[],
  witnesses: readonly Witness[],
): Promise<string[]> {
  const fates = new Map((await readFates(db, commandIds)).map((fate) => [fate.id, fate]));
  const losses = commandIds.flatMap((id) => {
    const fate = fates.get(id);
    if (!fate) return `command ${id} is gone`;
    const { step, ends, entries } = fate;
    const fine = step === 'DONE' && ends === 1 && entries === 1;
    return fine ? [] : `command ${id} is ${step}, ended ${ends} times and is in the log ${entries} times`;
  });
  for (const { device, rows } of witnesses) {
    const book = await readBook(db, device.deviceId);
    if (book.rows !== rows || book.names.length !== 1) {
      losses.push(`device ${device.deviceId} has ${book.rows} of ${rows} rows: ${book.names.join(', ')}`);
    }
    const { faults } = await verifyAudit({ db, vault }, device.deviceId);
    losses.push(...faults.map(({ explanation }) => `the log of device ${device.deviceId}: ${explanation}`));
  }
  return losses;
}
