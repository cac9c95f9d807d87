import type { Passcode, passcodeList, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isNamed } from '../../../core/database/text-search.ts';
import { selectPage } from '../../../core/database/page.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { all, isoTime, orderDirection } from '../../../core/database/list-sql.ts';
import { groundJson } from '../../../shared/device-state/grounds.store.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { signingJson } from './guardians/guardian-links.store.ts';
import { isMine } from './passcode-scope-sql.ts';
import { passcodeSources } from './passcodes.store.ts';
import { nameInFullOf, shownName } from '../../../shared/shown-names.ts';

type PasscodeInput = ParsedInputOf<typeof passcodeList>;

const state = sql`case when p.used_at is not null then 'USED' when p.expires_at <= now() then 'EXPIRED' else 'VALID' end`;
const orders = { id: sql`p.id`, expiresAt: sql`p.expires_at` };

const fields = sql`
  p.id, p.code as "otpCode", ${state} as state, ${groundJson(sql`p`)} as ground,
  (select ${signingJson} from guardian_links s where s.passcode_id = p.id) as signing, p.asked, p.name, p.email, p.language,
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'colour', g.colour) end as group,
  ${nameInFullOf('a')} as admin, p.batch_id as "batchId", ${isoTime(sql`p.reminded_at`)} as "remindedAt", ${nameInFullOf('c')} as "createdBy", ${isoTime(sql`p.created_at`)} as "createdAt",
  ${isoTime(sql`p.expires_at`)} as "expiresAt", ${isoTime(sql`p.used_at`)} as "usedAt",
  case when d.id is not null then json_build_object('deviceId', d.id,
    'deviceName', ${shownName}, 'username', d.username) end as "usedBy"`;

/** The device that joined is named, and found by its name, only while this admin has it in scope. */
const sourcesFor = (scope: Scope): RawBuilder<unknown> => sql`${passcodeSources} left join groups g on g.id = p.group_id
  left join devices d on d.id = p.used_by_device_id and ${inScope(scope, sql`d.id`)}`;

export function listPasscodes(db: Database, scope: Scope, input: PasscodeInput): Promise<JsonPage> {
  const direction = orderDirection(input.sortDirection);
  const sources = sourcesFor(scope);
  const where = all([isMine(scope), ...narrowed(input)]);
  return selectPage(
    db,
    {
      rows: sql`select ${fields} from ${sources} where ${where}
        order by ${orders[input.sortBy]} ${direction}, p.id ${direction}`,
      total: sql`select count(*) from ${sources} where ${where}`,
    },
    input,
  );
}

/** The columns that a search looks in. Admins' addresses are left out, because not everybody who lists passcodes may know them. */
const searched = ['p.code', 'p.name', 'p.email', 'p.guardian', 'd.name']
  .concat(['c', 'a', 'd'].flatMap((named) => [`${named}.username`, `${named}.nickname`, `${named}.display_name`]))
  .map((column) => sql.raw(column));

function narrowed({ search, filter }: PasscodeInput): RawBuilder<unknown>[] {
  return [
    search === '' ? [] : isNamed(searched, search),
    filter.state === undefined ? [] : sql`${state} = ${filter.state}`,
    filter.batchId === undefined ? [] : sql`p.batch_id = ${filter.batchId}`,
    filter.groupId === undefined ? [] : sql`p.group_id = ${filter.groupId}`,
    filter.ids === undefined ? [] : sql`p.id = any(${filter.ids}::bigint[])`,
  ].flat();
}

/** Finds the passcodes of a batch in the order of their ids. */
export async function findBatch(db: Database, scope: Scope, batchId: number): Promise<Passcode[]> {
  const { rows } = await sql<Passcode>`
    select ${fields} from ${sourcesFor(scope)} where p.batch_id = ${batchId} order by p.id`.execute(db);
  return rows;
}

/** Deletes an unused passcode. Returns whether it was used; undefined when there is none in scope. */
export async function deleteUnused(db: Database, scope: Scope, id: number): Promise<{ used: boolean } | undefined> {
  const gone = await sql<{ id: number }>`
    delete from passcodes p where p.id = ${id} and p.used_at is null and ${isMine(scope)} returning p.id`.execute(db);
  if (gone.rows.length > 0) return { used: false };
  const left = await sql`select from passcodes p where p.id = ${id} and ${isMine(scope)}`.execute(db);
  return left.rows.length > 0 ? { used: true } : undefined;
}

/** Deletes those of these passcodes that are in scope and unused, in the order of their ids against deadlocks. Returns their number. */
export async function deleteAllUnused(db: Database, scope: Scope, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    with unused as (
      select p.id from passcodes p where p.id = any(${ids}::bigint[]) and p.used_at is null and ${isMine(scope)}
      order by p.id for update
    )
    delete from passcodes p using unused where p.id = unused.id returning p.id`.execute(db);
  return rows.length;
}
