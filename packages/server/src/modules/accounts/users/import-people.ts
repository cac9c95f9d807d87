import {
  chosenUserTypes,
  errorText,
  importPeople,
  limits,
  nickname,
  optionalEmail,
  printable,
  username,
  userTypeTitles,
  type AuditDetails,
  type CsvProblem,
  type OutputOf,
} from '@fairwatch/contract';
import { z } from 'zod/mini';
import { checkRows, listProblems, type CheckedRow, parseCsv } from '../../../core/csv.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';
import { lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { lockGroups } from '../../devices/groups/members.store.ts';
import { joinScopes, publishScopes, type ScopeChanges } from '../../devices/groups/reconcile.ts';
import { findResembling } from '../accounts.store.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { boundCreated } from '../../../shared/bounds/creation-bounds.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import { canMoveDevices, moveByEmail } from './move-by-email.ts';
import {
  insertPeople,
  lockDevicesOf,
  lockNamed,
  updatePeople,
  type NamedPerson,
  type PersonFacts,
} from './import-people.store.ts';

const columns = { username: true, nickname: false, email: false, phoneNumber: false, userType: false } as const;
const phoneMaxLength = 200;

/** A person of the file. What is empty stays as it is. */
const personRow = z.object({
  username,
  nickname,
  email: optionalEmail,
  phoneNumber: z.string().check(z.maxLength(phoneMaxLength), printable),
  userType: z.pipe(
    z.string().check(z.toUpperCase()),
    z.union([z.literal(''), z.enum(chosenUserTypes)], `Write ${chosenUserTypes.join(' or ')}.`),
  ),
});
type PersonRow = CheckedRow<z.infer<typeof personRow>>;

type ImportCall = Call<typeof importPeople>;
type Outcome = OutputOf<typeof importPeople> & { deviceIds: number[]; scopes: readonly ScopeChanges[] };

/** How often an import starts again when somebody takes one of its usernames at the same moment. */
const retries = 3;

/** Imports people from a CSV file, all of them or none, and logs in each device what changed about its person. */
export async function importPeopleOf(services: Services, call: ImportCall): Promise<OutputOf<typeof importPeople>> {
  const csv = parseCsv(call.input.csv, columns, limits.csv);
  const checked = checkRows(csv, personRow);
  const { deviceIds, scopes, ...answer } = await importRows(services, call, checked);
  publishChanges(services.bus, 'devices', deviceIds);
  publishScopes(services.bus, joinScopes(scopes));
  if (deviceIds.length > 0) services.bus.publish('factsChanged', { deviceIds, facts: 'PERSON' });
  if (answer.created + answer.changed > 0) {
    for (const feature of ['users', 'profile'] as const) services.bus.publish('changed', { feature, deviceId: null });
  }
  return answer;
}

async function importRows(
  { db }: Services,
  call: ImportCall,
  checked: { rows: PersonRow[]; problems: CsvProblem[] },
): Promise<Outcome> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute((transaction) => storeRows(transaction, call, checked));
    } catch (error) {
      if (!isUniqueViolation(error, 'users_username') || tried === retries) throw error;
    }
  }
}

async function storeRows(
  transaction: Database,
  { session, scope }: ImportCall,
  { rows, problems }: { rows: PersonRow[]; problems: CsvProblem[] },
): Promise<Outcome> {
  const usernames = rows.map(({ value }) => value.username);
  // The order of locks of whoever changes scopes: the access log, the groups, then accounts and devices.
  if (rows.some(({ value }) => value.email !== '')) {
    if (canMoveDevices(session)) await lockAccessLog(transaction);
    await lockGroups(transaction, 'USE');
  }
  const named = await lockNamed(transaction, scope, usernames);
  const existing = new Map(named.map((person) => [person.wanted, person]));
  const resembling = new Set(await findResembling(transaction, usernames));
  const found = listProblems([...problems, ...findProblems(rows, existing, resembling)], limits.csv.problemsListed);
  if (found.problemCount > 0) return { created: 0, changed: 0, deviceIds: [], scopes: [], ...found };

  const added = rows.filter(({ value }) => !existing.has(value.username)).map(({ value }) => value);
  await insertPeople(transaction, session.userId, added);
  const changes = rows.flatMap(({ value }) => changeOf(existing.get(value.username), value));
  const { deviceIds, scopes } = await writeChanges(transaction, session, changes);
  if (added.length > 0) await boundCreated(transaction, 'people', session.userId);
  return { created: added.length, changed: changes.length, deviceIds, scopes, ...found };
}

/** Writes the changes and logs them in the people's devices, whose ids it returns. Groups by the domain of an email address follow at once. */
async function writeChanges(
  transaction: Database,
  session: ImportCall['session'],
  changes: readonly PersonChange[],
): Promise<{ deviceIds: number[]; scopes: readonly ScopeChanges[] }> {
  const { userId: actorId, username: actorName } = session;
  const people = changes.map(({ after }) => after);
  const entriesOf = new Map(changes.map(({ after, entries }) => [after.id, entries]));
  const devices = await lockDevicesOf(
    transaction,
    people.map(({ id }) => id),
  );
  const mailed = changes.filter(({ changesEmail }) => changesEmail);
  const moved = await moveByEmail(transaction, { session, people: mailed, devices }, () =>
    updatePeople(transaction, people),
  );
  const entries = devices.flatMap(({ deviceId, userId }) =>
    (entriesOf.get(userId) ?? []).map(({ action, details = {} }): AuditEntry => ({
      deviceId,
      actorId,
      actorName,
      action,
      subject: importPeople.path,
      details,
    })),
  );
  await appendEntries(transaction, entries);
  return { deviceIds: devices.map(({ deviceId }) => deviceId), scopes: moved };
}

/** Finds what only the whole file and the accounts that exist can tell. */
function findProblems(
  rows: readonly PersonRow[],
  existing: ReadonlyMap<string, NamedPerson>,
  resembling: ReadonlySet<string>,
): CsvProblem[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, value }) => {
    const person = existing.get(value.username);
    const key = value.username.toLowerCase();
    const before = lines.get(key);
    lines.set(key, before ?? line);
    if (before !== undefined) return [{ line, problem: `This username is also on line ${before}.` }];
    if (person?.inScope && person.signsIn) return [{ line, problem: errorText('signs_in') }];
    const taken = person === undefined ? resembling.has(value.username) : !person.inScope;
    return taken ? [{ line, problem: errorText('username_taken') }] : [];
  });
}

interface PersonChange {
  username: string;
  changesEmail: boolean;
  after: PersonFacts & { id: number };
  /** What the log of each of the person's devices says. */
  entries: Pick<AuditEntry, 'action' | 'details'>[];
}

/** Compares a person with their line. Empty when nothing changes. */
function changeOf(person: NamedPerson | undefined, line: PersonRow['value']): PersonChange[] {
  if (person === undefined) return [];
  const after = {
    id: person.id,
    nickname: line.nickname || person.nickname,
    email: line.email || person.email,
    phoneNumber: line.phoneNumber || person.phoneNumber,
    // The type of a person without sign-in is never ADMIN.
    userType: line.userType || person.userType,
  };
  const entries: PersonChange['entries'] = [];
  const tell = (what: string, before: string, now: string) => {
    if (before !== now)
      entries.push({ action: 'PERSON', details: { what, before, after: now } satisfies AuditDetails });
  };
  if (person.nickname !== after.nickname) {
    entries.push({ action: 'RENAME', details: { before: person.nickname, after: after.nickname } });
  }
  tell('email', person.email, after.email);
  tell('phone number', person.phoneNumber, after.phoneNumber);
  tell('type', userTypeTitles[person.userType], userTypeTitles[after.userType]);
  const changesEmail = person.email !== after.email;
  return entries.length === 0 ? [] : [{ username: line.username, changesEmail, after, entries }];
}
