import { sql, type RawBuilder } from 'kysely';

/** What the account of this alias calls itself: its username when it gave no name. */
const ownNameOf = (alias: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${alias}.display_name`)}, ''), ${sql.ref(`${alias}.username`)})`;

/** What the account of this alias is called: by admins, else by itself. */
export const shownAccountOf = (alias: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${alias}.nickname`)}, ''), ${ownNameOf(alias)})`;

/** The name of the admin of this alias for the people they supervise, as `nameInFull` of the contract. */
export const nameInFullOf = (alias: string): RawBuilder<string> => sql`(${shownAccountOf(alias)} ||
  case when ${shownAccountOf(alias)} = ${sql.ref(`${alias}.username`)} then '' else ' (' || ${sql.ref(`${alias}.username`)} || ')' end)`;

/** What the account `u` calls itself. */
export const ownName = ownNameOf('u');

/** What the account `u` is called. */
export const shownAccount = shownAccountOf('u');

/** The name of the admin `u` for the people they supervise. */
export const nameInFull = nameInFullOf('u');

/**
 * The name of the device `d`, wherever it is named: its nickname, or the name of its person without one. What a client calls itself ("Chrome on
 * Linux") tells no two devices apart. The expression is the one of the index `devices_called`.
 */
export const shownName = sql<string>`
  coalesce(nullif(d.nickname, ''), nullif(d.display_name, ''), nullif(d.username, ''), d.name)`;

/** What the person of the device `d` is called. */
export const shownPerson = sql<string>`coalesce(nullif(d.display_name, ''), d.username)`;
