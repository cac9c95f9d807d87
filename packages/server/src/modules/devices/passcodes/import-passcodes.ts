import {
  limits,
  optionalEmail,
  passcodeName,
  validHours,
  type CsvProblem,
  type importPasscodes,
  type OutputOf,
} from '@fairwatch/contract';
import { z } from 'zod/mini';
import { checkRows, listProblems, type CheckedRow, parseCsv } from '../../../core/csv.ts';
import { boundCreated } from '../../../shared/bounds/creation-bounds.store.ts';
import { checkReviewDay } from '../overview/review-day.ts';
import { findTargetAdmins, findTargetGroups, type TargetGroup } from './passcode-targets.store.ts';
import { checkAsked } from './check-asked.ts';
import { checkTargets, targetRefusal } from './passcode-targets.ts';
import { insertPasscodes, type NewPasscode } from './passcodes.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';

const columns = { name: true, email: false, group: false, admin: false, hours: false } as const;

/** A person of the file. What is empty is taken from the request. */
const personRow = z.object({
  name: passcodeName.check(z.minLength(1, 'It is missing.')),
  email: optionalEmail,
  group: z.string(),
  admin: z.string(),
  hours: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text === '' ? null : Number(text))),
    ),
    z.nullable(validHours),
  ),
});
type PersonRow = CheckedRow<z.infer<typeof personRow>>;

type ImportCall = Call<typeof importPasscodes>;

/** Makes a passcode for each person of a CSV file, all of them or none. */
export async function importPasscodesOf(
  services: Services,
  call: ImportCall,
): Promise<OutputOf<typeof importPasscodes>> {
  const { session, input } = call;
  await checkAsked(services, session, input.asked);
  if (input.ground.reviewOn !== null) checkReviewDay(input.ground.reviewOn);
  const csv = parseCsv(input.csv, columns, { ...limits.csv, rows: limits.passcode.importedAtOnce });
  const { rows, problems } = checkRows(csv, personRow);
  const none = { batchId: null, created: 0 };
  const answer = await services.db.transaction().execute(async (transaction) => {
    const { made, refused } = await resolveRows(transaction, call, rows);
    const found = listProblems([...problems, ...refused], limits.csv.problemsListed);
    if (found.problemCount > 0) return { ...none, ...found };
    const { batchId } = await insertPasscodes(transaction, session.userId, input, made);
    await boundCreated(transaction, 'passcodes', session.userId);
    return { batchId, created: made.length, ...found };
  });
  if (answer.created > 0) services.bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return answer;
}

/** Finds the admin and group of each row, with two queries for all of them. */
async function resolveRows(
  transaction: Database,
  { scope, input }: ImportCall,
  rows: readonly PersonRow[],
): Promise<{ made: NewPasscode[]; refused: CsvProblem[] }> {
  const usual = await checkTargets(transaction, scope, input);
  const groups = await findTargetGroups(transaction, scope);
  const usernames = [...new Set(rows.map(({ value }) => value.admin))];
  const admins = await findTargetAdmins(transaction, scope, { ids: [], usernames });
  const made: NewPasscode[] = [];
  const refused: CsvProblem[] = [];
  const lines = new Map<string, number>();
  for (const { line, value } of rows) {
    const { name, email, hours } = value;
    const admin = value.admin === '' ? usual.admin : admins.find(({ username }) => isSame(username, value.admin));
    const group = value.group === '' ? usual.group : groupNamed(groups, value.group);
    const problem =
      typeof group === 'string'
        ? `group: ${group}`
        : (targetRefusal(admin, group)?.message ?? repeated(lines, { line, name, email }));
    if (problem !== null) refused.push({ line, problem });
    else if (admin !== undefined && typeof group !== 'string') {
      made.push({ name, email, groupId: group?.id ?? null, adminId: admin.id, validHours: hours ?? input.validHours });
    }
  }
  return { made, refused };
}

/** Finds a group by name, the caller's own before those of others; a text says why there is none. */
function groupNamed(groups: readonly TargetGroup[], name: string): TargetGroup | string {
  const [first, second] = groups.filter((group) => isSame(group.name, name));
  if (first === undefined) return `You have no group "${name}".`;
  const isClear = second === undefined || second.ownerId !== first.ownerId;
  return isClear ? first : `There are several groups "${name}".`;
}

/** Two lines with the same name and address are the same person; the same name alone, or an address of two children, is not. */
function repeated(
  lines: Map<string, number>,
  { line, name, email }: { line: number; name: string; email: string },
): string | null {
  if (email === '') return null;
  const key = `${name} ${email}`.toLowerCase();
  const before = lines.get(key);
  lines.set(key, before ?? line);
  return before === undefined ? null : `This is the same person as on line ${before}.`;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
