import { sql } from 'kysely';

/** What the account `u` calls itself: its username when it gave no name. */
export const ownName = sql<string>`coalesce(nullif(u.display_name, ''), u.username)`;

/** What the account `u` is called: by admins, else by itself. */
export const shownAccount = sql<string>`coalesce(nullif(u.nickname, ''), ${ownName})`;

/**
 * The name of the device `d`, wherever it is named: its nickname, or the name of its person without one. What a client calls itself ("Chrome on
 * Linux") tells no two devices apart. The expression is the one of the index `devices_called`.
 */
export const shownName = sql<string>`
  coalesce(nullif(d.nickname, ''), nullif(d.display_name, ''), nullif(d.username, ''), d.name)`;

/** What the person of the device `d` is called. */
export const shownPerson = sql<string>`coalesce(nullif(d.display_name, ''), d.username)`;
