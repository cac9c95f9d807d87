import { sql } from 'kysely';

/** What the account `u` calls itself: its username when it gave no name. */
export const ownName = sql<string>`coalesce(nullif(u.display_name, ''), u.username)`;
