import { sql, type RawBuilder } from 'kysely';

/** True for a row with the parameters of a command for several files. What its device reports names files after the first ": ", as `problemsText` writes it. */
function namesSeveralFiles(of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${of}.params ?| array['paths', 'keys'])`;
}

const withoutNames = (text: RawBuilder<unknown>) => sql<string | null>`split_part(${text}, ': ', 1)`;

/** Selects the error of a command `c` without the names of files, such as "2 of 10 failed". */
export const namelessError = sql<string | null>`
  case when ${namesSeveralFiles(sql`c`)} then ${withoutNames(sql`c.error_details`)} else c.error_details end`;

/** Selects the reason of an item `i` of a run; without the names of files unless `isShared`. What the server itself wrote names none. */
export function reasonOfItem(isShared: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`case when i.command_id is not null and ${namesSeveralFiles(sql`i`)} and not ${isShared}
    then ${withoutNames(sql`i.reason`)} else i.reason end`;
}
