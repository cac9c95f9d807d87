import {
  can,
  createGroup,
  displayName,
  groundInput,
  limits,
  optionalEmail,
  passcodeName,
  usualHours,
  validHours,
  type CsvProblem,
  type Ground,
  type importPasscodes,
  type OutputOf,
} from '@fairwatch/contract';
import { z } from 'zod/mini';
import { AppError } from '../../../core/app-error.ts';
import { checkRows, listProblems, type CheckedRow, parseCsv } from '../../../core/csv.ts';
import { boundCreated, requireRoom } from '../../../shared/bounds/creation-bounds.store.ts';
import { findAccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { insertGroup } from '../groups/groups.store.ts';
import { lockGroups } from '../groups/members.store.ts';
import { checkReviewDay } from '../overview/review-day.ts';
import { mailNewGuardians } from './guardians/give-links.ts';
import { findBatch } from './passcode-list.store.ts';
import { findTargetAdmins, findTargetGroups, type TargetGroup } from './passcode-targets.store.ts';
import { checkAsked } from './check-asked.ts';
import { checkTargets, targetRefusal } from './passcode-targets.ts';
import { insertPasscodes, type NewPasscode } from './passcodes.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';

const columns = {
  name: true,
  email: false,
  group: false,
  admin: false,
  hours: false,
  guardian: false,
  guardianEmail: false,
} as const;

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
  guardian: z.string(),
  guardianEmail: optionalEmail,
});
type PersonRow = CheckedRow<z.infer<typeof personRow>>;
const groupName = displayName(limits.group.nameMaxLength);

type ImportCall = Call<typeof importPasscodes>;
type Imported = OutputOf<typeof importPasscodes>;

/** Makes a passcode for each person of a CSV file, all of them or none, and mails those guardians who sign by link. */
export async function importPasscodesOf(services: Services, call: ImportCall): Promise<Imported> {
  const { session, input, scope } = call;
  await checkAsked(services, session, input.asked);
  if (input.ground.reviewOn !== null) checkReviewDay(input.ground.reviewOn);
  const csv = parseCsv(input.csv, columns, { ...limits.csv, rows: limits.passcode.importedAtOnce });
  const { rows, problems } = checkRows(csv, personRow);
  const { guarded, ...answer } = await services.db.transaction().execute(async (transaction) => {
    if (input.createGroups) await requireMakesGroups(transaction, session.userId);
    const { made, refused, newGroups } = await resolveRows(transaction, call, rows);
    const found = listProblems([...problems, ...refused], limits.csv.problemsListed);
    const guardians = made.filter(({ guardianEmail = '' }) => guardianEmail !== '').length;
    const checked = {
      ...found,
      people: made.length,
      newGroups: [...newGroups.values()].map(({ name }) => name),
      guardians,
    };
    if (found.problemCount > 0 || input.isTrial) return { batchId: null, created: 0, ...checked, guarded: [] };
    await makeGroups(transaction, session.userId, newGroups);
    for (const person of made) person.groupId = person.group?.id ?? null;
    const { batchId } = await insertPasscodes(transaction, session.userId, input, made);
    const batch = guardians === 0 ? [] : await findBatch(transaction, scope, batchId);
    await boundCreated(transaction, 'passcodes', session.userId);
    const guarded = batch.filter(({ signing }) => signing !== null).map(({ id }) => id);
    return { batchId, created: made.length, ...checked, guarded };
  });
  const guardiansMailed = await mailNewGuardians(services, call, guarded);
  if (answer.created > 0) services.bus.publish('changed', { feature: 'passcodes', deviceId: null });
  if (answer.created > 0 && answer.newGroups.length > 0) {
    services.bus.publish('changed', { feature: 'groups', deviceId: null });
  }
  return { ...answer, guardiansMailed };
}

/** Locks all groups, and throws unless the caller may make one now. */
async function requireMakesGroups(transaction: Database, userId: number): Promise<void> {
  await lockGroups(transaction, 'CHANGE');
  const account = await findAccountStatus(transaction, userId);
  if (account === undefined || account.blocked || !can(account, createGroup)) throw new AppError('not_allowed');
}

/** Inserts groups by hand, which have no devices yet and so change nobody's scope. Each gets its id. */
async function makeGroups(
  transaction: Database,
  userId: number,
  newGroups: ReadonlyMap<string, TargetGroup>,
): Promise<void> {
  if (newGroups.size === 0) return;
  await requireRoom(transaction, 'groups', userId, newGroups.size);
  for (const group of newGroups.values()) {
    group.id = await insertGroup(transaction, userId, { name: group.name, colour: 'gray', rule: null });
  }
}

/** A passcode with its group, which has no id before it is stored. */
type ResolvedRow = NewPasscode & { group: TargetGroup | null };

interface ResolvedRows {
  made: ResolvedRow[];
  refused: CsvProblem[];
  /** By the name in lower case. They are not stored yet. */
  newGroups: Map<string, TargetGroup>;
}

/** Finds the admin and group of each row, with two queries for all of them. */
async function resolveRows(
  transaction: Database,
  { scope, session, input }: ImportCall,
  rows: readonly PersonRow[],
): Promise<ResolvedRows> {
  const usual = await checkTargets(transaction, scope, input);
  const groups = await findTargetGroups(transaction, scope);
  const usernames = [...new Set(rows.map(({ value }) => value.admin))];
  const admins = await findTargetAdmins(transaction, scope, { ids: [], usernames });
  const newGroups = new Map<string, TargetGroup>();
  const lines = new Map<string, number>();
  const resolveGroup = (name: string): TargetGroup | string | null => {
    if (name === '') return usual.group;
    const found = groupNamed(groups, name);
    return found === undefined && input.createGroups
      ? newGroup(newGroups, name, { ownerId: session.userId, owner: session.username, takesAll: scope.allDevices })
      : (found ?? `You have no group "${name}".`);
  };
  const made: ResolvedRow[] = [];
  const refused: CsvProblem[] = [];
  for (const { line, value } of rows) {
    const { name, email, hours } = value;
    const admin = value.admin === '' ? usual.admin : admins.find(({ username }) => isSame(username, value.admin));
    const group = resolveGroup(value.group);
    const guardian = guardianOf(value, input.ground);
    const problem =
      typeof group === 'string'
        ? `group: ${group}`
        : (targetRefusal(admin, group)?.message ?? guardian.problem ?? repeated(lines, { line, ...value }));
    if (problem !== null) refused.push({ line, problem });
    else if (admin !== undefined && typeof group !== 'string') {
      const validFor = hours ?? input.validHours ?? usualHours({ isGuarded: value.guardianEmail !== '' });
      made.push({ name, email, group, groupId: null, adminId: admin.id, validHours: validFor, ...guardian.fields });
    }
  }
  return { made, refused, newGroups };
}

/** Finds a group by name, the caller's own before those of others; a text says why it is not clear which one. */
function groupNamed(groups: readonly TargetGroup[], name: string): TargetGroup | string | undefined {
  const [first, second] = groups.filter((group) => isSame(group.name, name));
  if (first === undefined) return undefined;
  const isClear = second === undefined || second.ownerId !== first.ownerId;
  return isClear ? first : `There are several groups "${name}".`;
}

/** The group by hand that is made for this name; a text says why it cannot have it. */
function newGroup(
  newGroups: Map<string, TargetGroup>,
  name: string,
  owner: Pick<TargetGroup, 'ownerId' | 'owner' | 'takesAll'>,
): TargetGroup | string {
  const checked = groupName.safeParse(name);
  if (!checked.success) return checked.error.issues[0]?.message ?? 'This name is not possible.';
  const key = checked.data.toLowerCase();
  const group = newGroups.get(key) ?? { id: 0, name: checked.data, byRule: false, ...owner };
  newGroups.set(key, group);
  return group;
}

/** The guardian of a row, where it names one, and what is wrong with the ground that this makes. */
function guardianOf(
  { guardian: named, guardianEmail }: PersonRow['value'],
  ground: Ground,
): { problem: string | null; fields: Pick<NewPasscode, 'guardian' | 'guardianEmail'> } {
  const guardian = named === '' ? ground.guardian : named;
  const checked = groundInput.safeParse({ ...ground, guardian });
  const fields = { guardian: checked.data?.guardian ?? null, guardianEmail };
  if (!checked.success) return { problem: `guardian: ${checked.error.issues[0]?.message ?? ''}`, fields };
  const isUnnamed = guardianEmail !== '' && guardian === null;
  return { problem: isUnnamed ? 'guardianEmail: The name of the guardian is missing.' : null, fields };
}

/** Two lines with the same name and address are the same person; the same name alone, or an address of two children, is not. */
function repeated(
  lines: Map<string, number>,
  { line, name, email, guardianEmail }: { line: number; name: string; email: string; guardianEmail: string },
): string | null {
  if (email === '' && guardianEmail === '') return null;
  const key = `${name} ${email} ${guardianEmail}`.toLowerCase();
  const before = lines.get(key);
  lines.set(key, before ?? line);
  return before === undefined ? null : `This is the same person as on line ${before}.`;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
