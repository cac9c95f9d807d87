import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isWaiting } from '../../../shared/sessions/account-status.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';

interface JoiningPerson {
  username: string;
  email?: string | undefined;
  phoneNumber?: string | undefined;
}

/**
 * Lets an imported person join by their username with a passcode of this admin, who must see them. What they say about themselves replaces
 * what was imported. Undefined when there is no such person.
 */
export async function joinAsImported(
  db: Database,
  { username, email, phoneNumber }: JoiningPerson,
  adminId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update users u set reports_to = null, email = coalesce(${email || null}, u.email),
      phone_number = coalesce(${phoneNumber || null}, u.phone_number)
    where lower(u.username) = lower(${username}) and ${isWaiting} and (u.id in (select accounts_below(${adminId}))
      or exists (select from users c where c.id = ${adminId} and c.admin_role = 'SUPER_ADMIN'))
    returning u.id`.execute(db);
  return rows[0]?.id;
}

/** Gives a person who joins the name of their passcode as nickname, unless they have one. */
export async function nameJoinedPerson(db: Database, userId: number, name: string): Promise<void> {
  // A cut must not leave half of a surrogate pair.
  const nickname = name.slice(0, limits.nickname.maxLength).replace(/[\uD800-\uDBFF]$/, '');
  await sql`update users set nickname = ${nickname} where id = ${userId} and nickname = ''`.execute(db);
}

/** Erases imported people who have not joined in time. Their rows stay, like those of people who left. */
export async function eraseUnjoined(db: Database): Promise<void> {
  await sql`
    with late as (
      select u.id from users u
      where ${isWaiting} and u.created_at < now() - ${limits.importedPerson.keptMs} * interval '1 millisecond'
      order by u.id limit 500 for no key update skip locked
    ), pictures as (
      delete from profile_pictures p using late where p.user_id = late.id
    )
    update users u set reports_to = null, email = null, phone_number = null, nickname = '',
      username = 'left-' || u.id || '-' || gen_random_uuid()
    from late where u.id = late.id`.execute(db);
}
