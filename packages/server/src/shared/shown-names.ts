import { sql, type RawBuilder } from 'kysely';

/** The name that an account chose, or its username when it chose none. `alias` is that of `users` in the query. */
const ownNameOf = (alias: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${alias}.display_name`)}, ''), ${sql.ref(`${alias}.username`)})`;

/** The name of an account wherever it is shown: its nickname, which admins give, or else its own name. */
export const shownAccountOf = (alias: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${alias}.nickname`)}, ''), ${ownNameOf(alias)})`;

/** The name of an admin with the username in brackets, as `nameInFull` of the contract makes it. */
export const nameInFullOf = (alias: string): RawBuilder<string> => sql`(${shownAccountOf(alias)} ||
  case when ${shownAccountOf(alias)} = ${sql.ref(`${alias}.username`)} then '' else ' (' || ${sql.ref(`${alias}.username`)} || ')' end)`;

/** `ownNameOf` the account `u`. */
export const ownName = ownNameOf('u');

/** `shownAccountOf` the account `u`. */
export const shownAccount = shownAccountOf('u');

/** `nameInFullOf` the account `u`. */
export const nameInFull = nameInFullOf('u');

/**
 * The name of the device `d`, wherever it is named: its nickname, or the name of its person without one. What a client calls itself ("Chrome on
 * Linux") tells no two devices apart. The expression is the one of the index `devices_called`.
 */
export const shownName = sql<string>`
  coalesce(nullif(d.nickname, ''), nullif(d.display_name, ''), nullif(d.username, ''), d.name)`;

/** What the person of the device `d` is called. */
export const shownPerson = sql<string>`coalesce(nullif(d.display_name, ''), d.username)`;
