import { sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { verifyAudit } from '../core/devices/audit/audit-verify.ts';
import type { Services } from '../core/services.ts';
import type { Witness } from './fault-traffic.ts';

/** Lets the database itself note every time a command ends, or is touched after its end. */
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

/** How many of these commands have not ended yet. */
export async function countOpen(db: Database, commandIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from unnest(${commandIds}::bigint[]) as asked (id)
    left join commands c on c.id = asked.id where c.finished_at is null`.execute(db);
  return rows[0]?.open ?? 0;
}

/** What became of a command: how it ended, how often it did, and how often it is in the log. */
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

/** The stored contacts of a device: how many, and which different names they have. */
async function readBook(db: Database, deviceId: number): Promise<{ rows: number; names: string[] }> {
  const { rows } = await sql<{ rows: number; names: string[] }>`
    select count(*) as rows, coalesce(array_agg(distinct name), '{}') as names
    from contacts where device_id = ${deviceId}`.execute(db);
  return rows[0] ?? { rows: 0, names: [] };
}

/**
 * What is not as it should be: every one of these commands has ended with success, once, and is in the log once; every
 * device has the rows of one answer, all of them, and a log that holds.
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
