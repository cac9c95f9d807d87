import { sql, type RawBuilder } from 'kysely';

/** True for a row with the parameters of a command for several files. What its device reports names files after the first ": ", as `problemsText` writes it. */
function namesSeveralFiles(of: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${of}.params ?| array['paths', 'keys'])`;
}

const withoutNames = (text: RawBuilder<unknown>) => sql<string | null>`split_part(${text}, ': ', 1)`;

/** Selects the error of a command `c` without the names of files, such as "2 of 10 failed". */
export const namelessError = sql<string | null>`
  case when ${namesSeveralFiles(sql`c`)} then ${withoutNames(sql`c.error_details`)} else c.error_details end`;

/** A command that ended in one of these has an error in the words of its device; in all others the server wrote it, and names nothing. */
const deviceWords = sql`('DONE', 'FAILED')`;

/** True for a row with parameters, of which what a device says of it may name one: a file, a folder, an item. */
const isAboutPart = (row: RawBuilder<unknown>): RawBuilder<boolean> => sql`(${row}.params <> '{}')`;

/**
 * Selects the error of a command `c` for who is not told what the command was about: how many of several files failed, and what cannot name
 * one.
 */
export const withheldError = sql<string | null>`
  case when ${namesSeveralFiles(sql`c`)} or c.step not in ${deviceWords} or not ${isAboutPart(sql`c`)} then ${namelessError} end`;

/** Selects the reason of an item `i` of a run; unless `isTold` without what its device says of files. */
export function reasonOfItem(isTold: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`case when i.command_id is null or i.state not in ${deviceWords} or not ${isAboutPart(sql`i`)} or ${isTold} then i.reason
    when ${namesSeveralFiles(sql`i`)} then ${withoutNames(sql`i.reason`)} else '' end`;
}
