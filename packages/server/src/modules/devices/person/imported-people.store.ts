import { limits, usernameFrom } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isWaiting } from '../../../shared/sessions/account-status.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';

interface JoiningPerson {
  displayName?: string | undefined;
  username?: string | undefined;
  email?: string | undefined;
  phoneNumber?: string | undefined;
}

/**
 * Lets an imported person join by their username with a passcode of this admin, who must see them. It is what they chose as username, what they
 * wrote as their name, or what follows from that. What they say about themselves replaces what was imported. Undefined when there is no such
 * person.
 */
export async function joinAsImported(
  db: Database,
  { displayName = '', username, email, phoneNumber }: JoiningPerson,
  adminId: number,
): Promise<{ id: number; username: string } | undefined> {
  const names = username === undefined ? [displayName.normalize('NFKC'), usernameFrom(displayName)] : [username];
  const { rows } = await sql<{ id: number; username: string }>`
    update users p set reports_to = null, email = coalesce(${email || null}, p.email),
      phone_number = coalesce(${phoneNumber || null}, p.phone_number), display_name = ${displayName}
    where p.id = (
      select u.id from users u where lower(u.username) in (${sql.join(names.map((name) => sql`lower(${name})`))})
        and ${isWaiting} and (u.id in (select accounts_below(${adminId}))
        or exists (select from users c where c.id = ${adminId} and c.admin_role = 'SUPER_ADMIN'))
      order by lower(u.username) = lower(${names[0]}) desc limit 1 for no key update of u)
    returning p.id, p.username`.execute(db);
  return rows[0];
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
    update users u set reports_to = null, email = null, phone_number = null, nickname = '', display_name = '',
      username = 'left-' || u.id || '-' || gen_random_uuid()
    from late where u.id = late.id`.execute(db);
}
