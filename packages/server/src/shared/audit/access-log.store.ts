import type { AccessAction, AccessFacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';
import {
  keyColumns,
  readOldHead,
  sizedFields,
  type AuditChain,
  type ChainEnd,
  type ChainEntry,
} from './chain/audit-chain.store.ts';
import { storableJson } from '../../core/storable-text.ts';

/** A change of an account's access: who made it, for whom, and the access before and after. */
export interface AccessChange {
  actor: { id: number; username: string };
  action: AccessAction;
  account: { id: number; username: string };
  before: AccessFacts;
  after: AccessFacts;
}

/**
 * Locks the head of the access log until the transaction ends, so that one change of access happens at a time and each is
 * checked against the latest state.
 */
export async function lockAccessLog(transaction: Database): Promise<void> {
  await sql`select from access_head for update`.execute(transaction);
}

/** Appends a change to the access log. The trigger `access_entries_chain` assigns its id, time and hash. */
export async function appendAccess(db: Database, change: AccessChange): Promise<void> {
  const { actor, action, account, before, after } = change;
  await sql`
    insert into access_entries (actor_id, actor_name, action, account_id, account_name, before, after)
    values (${actor.id}, ${actor.username}, ${action}, ${account.id}, ${account.username},
      ${storableJson(before)}, ${storableJson(after)})`.execute(db);
}

/** Returns the access log as a chain for `verifyChain`. Entries are read in pages by primary key. */
export function accessChain(db: Database): AuditChain {
  return {
    deviceId: 0,
    message: (fields, previous) => sizedFields([...fields, previous]),
    oldHead: () => readOldHead(db, 0),
    async read({ after: last, limit }) {
      const { rows } = await sql<ChainEntry>`
        select id as sequence, scheme, encode(previous_hash, 'hex') as previous, encode(hash, 'hex') as hash,
          case scheme
            when 1 then array['access', id::text, utc_text(recorded_at), actor_id::text, actor_name, action,
              account_id::text, account_name, coalesce(before::text, ''), coalesce(after::text, '')]
            when 2 then array['access-2', id::text, utc_text(recorded_at), to_char(key_day, 'YYYY-MM-DD'), actor_id::text,
              actor_name, action, account_id::text, encode(details_digest, 'hex')]
            else array['access-3', id::text, utc_text(recorded_at), to_char(key_day, 'YYYY-MM-DD'), actor_id::text,
              actor_name, action, account_id::text, account_name, encode(hash, 'hex')]
          end as fields,
          ${keyColumns}, sized(account_name) || sized(before::text) || sized(after::text) as personal,
          after is null and (details_salt is not null or before is not null
            or (scheme = 2 and account_name <> '')) as "halfErased",
          case action when 'ERASE' then array(
            select value::bigint::int from jsonb_array_elements_text(after -> 'entries')) end as erases
        from access_entries where id > ${last} order by id limit ${limit}`.execute(db);
      return rows;
    },

    async end() {
      const { rows } = await sql<ChainEnd>`
        select (select max(id) from access_entries) as "lastSequence", h.sequence as "headSequence",
          encode(h.hash, 'hex') as "headHash"
        from (select true as single) as asked left join access_head h using (single)`.execute(db);
      const [end] = rows;
      if (end === undefined) throw new Error('A left join of one row returns one row.');
      return end;
    },

    async find(hash) {
      const { rows } = await sql<{ id: number }>`
        select id from access_entries where hash = decode(${hash}, 'hex') limit 1`.execute(db);
      return rows[0]?.id ?? null;
    },
  };
}
