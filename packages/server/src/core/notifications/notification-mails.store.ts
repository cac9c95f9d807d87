import type { AdminRole, NewsKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import { inScope } from '../database/list-sql.ts';
import type { Database } from '../database/schema.ts';
import { scopeOf } from '../scope.ts';

/** An admin to whom a mail is due. */
export interface MailReader {
  userId: number;
  adminRole: AdminRole;
  email: string;
}

/** Nothing older than this is worth a mail: the mail server was away, or the account had no address. */
const mailedWithin = sql`interval '1 day'`;

/** Drops mails that are no longer worth sending: for what was read meanwhile, for what is old, or all of them. */
export async function dropDueMails(db: Database, { all }: { all: boolean }): Promise<void> {
  const which = all ? sql`true` : sql`(read_at is not null or created_at < now() - ${mailedWithin})`;
  await sql`
    with held as (select id from notifications where mail_due and ${which} order by id for update)
    update notifications n set mail_due = false from held where n.id = held.id`.execute(db);
}

interface Claim {
  /** No account gets a mail more often than this, and a failed attempt is not repeated sooner. */
  pauseMs: number;
  most: number;
}

/** Picks the admins to whom a mail is due, and notes the attempt: a server that ends now does not send it twice in a row. */
export async function claimReaders(db: Database, { pauseMs, most }: Claim): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    with due as (
      select u.id, u.admin_role, u.email from users u
      join (select user_id, min(id) as first from notifications where mail_due and read_at is null group by user_id) as n
        on n.user_id = u.id
      left join notification_mails m on m.user_id = u.id
      where u.admin_role in ('ADMIN', 'SUPER_ADMIN') and u.blocked_at is null and u.email is not null
        and coalesce(m.attempted_at < now() - ${pauseMs} * interval '1 millisecond', true)
      order by n.first limit ${most}
    ), noted as (
      insert into notification_mails (user_id, attempted_at) select id, now() from due order by id
      on conflict (user_id) do update set attempted_at = excluded.attempted_at
    )
    select id as "userId", admin_role as "adminRole", email from due`.execute(db);
  return rows;
}

/** What a mail counts, by kind, and the newest of it. */
export interface DueNews {
  kind: NewsKind;
  count: number;
  newest: number;
}

/** Unread news of this admin for which a mail is due. What is about a device that they no longer have does not count. */
export async function findDueNews(db: Database, reader: MailReader): Promise<DueNews[]> {
  const { rows } = await sql<DueNews>`
    select n.kind, sum(n.count)::int as count, max(n.id) as newest from notifications n
    where n.user_id = ${reader.userId} and n.mail_due and n.read_at is null
      and (n.device_id is null or ${inScope(scopeOf(reader), sql`n.device_id`)})
    group by n.kind order by max(n.id) desc`.execute(db);
  return rows;
}

/** Notes that a mail has counted everything up to this notification. */
export async function noteMailed(db: Database, userId: number, newest: number): Promise<void> {
  await sql`
    with held as (
      select id from notifications where user_id = ${userId} and mail_due and id <= ${newest} order by id for update
    )
    update notifications n set mail_due = false from held where n.id = held.id`.execute(db);
}
