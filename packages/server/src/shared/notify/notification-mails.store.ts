import type { Language, NotificationKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isActiveAdmin } from '../disclosure/disclosure-sql.ts';
import type { Database } from '../schema/schema.ts';
import { isShown, shownCount } from './notification-disclosure.ts';

/** An admin for whom a mail is due. */
export interface MailReader {
  userId: number;
  email: string;
  /** Their choice; null where they leave it to their browser, which a mail does not know. */
  language: Language | null;
}

/** Notifications older than this get no mail; the mail server was unavailable, or the account had no address. */
const mailedWithin = sql`interval '1 day'`;

/** Cancels due mails: those of notifications that were read or are old, or all of them. */
export async function dropDueMails(db: Database, { all }: { all: boolean }): Promise<void> {
  const which = all ? sql`true` : sql`(read_at is not null or created_at < now() - ${mailedWithin})`;
  await sql`
    with locked as (select id from notifications where mail_due and ${which} order by id for update)
    update notifications n set mail_due = false from locked where n.id = locked.id`.execute(db);
}

interface Claim {
  /** The shortest time between two attempts for one account. */
  pauseMs: number;
  most: number;
}

/**
 * Selects the admins for whom a mail is due and stores the attempt first, so that a server that dies now does not send it
 * twice in a row. Another server that finds the same admins at this moment waits for the stored attempt, sees it and leaves
 * them out. Plan: the partial index `notifications_mail_due` gives the few due notifications, grouped by user, then
 * `users` by primary key.
 */
export async function claimReaders(db: Database, { pauseMs, most }: Claim): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    with due as (
      select u.id, u.email, u.language from users u
      join (select n.user_id, min(n.id) as first from notifications n
        where n.mail_due and n.read_at is null and ${isShown} group by n.user_id) as n on n.user_id = u.id
      left join notification_mails m on m.user_id = u.id
      where ${isActiveAdmin(sql`u`)} and u.email is not null
        and coalesce(m.attempted_at < now() - ${pauseMs} * interval '1 millisecond', true)
      order by n.first limit ${most}
    ), noted as (
      insert into notification_mails (user_id, attempted_at) select id, now() from due order by id
      on conflict (user_id) do update set attempted_at = excluded.attempted_at
        where notification_mails.attempted_at < now() - ${pauseMs} * interval '1 millisecond'
      returning user_id
    )
    select id as "userId", email, language from due where id in (select user_id from noted)`.execute(db);
  return rows;
}

/** How many notifications of a kind a mail counts, and the newest of them. */
export interface DueCount {
  kind: NotificationKind;
  count: number;
  newest: number;
}

/** Counts the unread notifications of this admin for which a mail is due, by kind, as far as they may be told of them now. */
export async function findDueCounts(db: Database, reader: MailReader): Promise<DueCount[]> {
  const { rows } = await sql<DueCount>`
    select n.kind, sum(${shownCount})::int as count, max(n.id) as newest from notifications n
    where n.user_id = ${reader.userId} and n.mail_due and n.read_at is null and ${isShown}
    group by n.kind order by max(n.id) desc`.execute(db);
  return rows;
}

/** Marks everything up to this notification as mailed that the admin may be told now. */
export async function markMailed(db: Database, userId: number, newest: number): Promise<void> {
  await sql`
    with locked as (
      select n.id from notifications n where n.user_id = ${userId} and n.mail_due and n.id <= ${newest} and ${isShown}
      order by n.id for update
    )
    update notifications n set mail_due = false from locked where n.id = locked.id`.execute(db);
}
