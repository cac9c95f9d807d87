import { isDeepStrictEqual } from 'node:util';
import {
  capabilityWords,
  type describePasscode,
  enrol,
  groundNotStated,
  hoursText,
  legalBases,
  limits,
  noticeText,
  noticeVersion,
  purposeTitle,
  type AuditDetails,
  type Capability,
  type Ground,
  type OutputOf,
  type ParsedInputOf,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { takeAttempt } from '../../../shared/attempts/attempt-limit.ts';
import { forgiveAttempt } from '../../../shared/attempts/attempts.store.ts';
import { insertAskedAtJoining } from '../../consent/requests/consent-requests.store.ts';
import { readDefaultHours } from '../../consent/default-hours.store.ts';
import { appendAudit, appendEntries } from '../../../shared/audit/audit.store.ts';
import { lockGroups, joinGroup } from '../../devices/groups/members.store.ts';
import { publishScopes, reconcileGroups } from '../../devices/groups/reconcile.ts';
import { readKeptDays } from '../../device-data/retention/kept-days.ts';
import { joinAsImported, nameJoinedPerson } from '../../devices/person/imported-people.store.ts';
import { isShownNotice } from '../../consent/shown-notice.ts';
import { leaveIfQuarantined } from '../../devices/person/quarantine.ts';
import {
  expirePasscode,
  findPasscode,
  recordPasscodeDevice,
  takePasscodeTry,
  usePasscode,
  type UsedPasscode,
} from '../../devices/passcodes/passcodes.store.ts';
import { networkOf } from '../../../core/http/connections/caller-address.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createToken } from '../../../core/http/bearer-token.ts';
import { readFace } from '../../../shared/settings/preset.store.ts';
import { requireSignature } from './guardian.service.ts';
import { assignDevice, insertConsent, insertDevice, insertPerson } from './enrol.store.ts';

const spent = () => new AppError('passcode_spent', { tries: limits.passcode.tries });

type Enrolment = ParsedInputOf<typeof enrol>;

/** Enrols a device in one transaction: person, device, consent, and assignment to the admin of the passcode. */
export async function enrolDevice(
  services: Services,
  tables: readonly RowTable[],
  enrolment: Enrolment,
  address: string,
): Promise<OutputOf<typeof enrol>> {
  const { db, bus, deviceEvents } = services;
  // Checked before the passcode, so that an outdated device uses up neither a try nor an attempt.
  if (enrolment.consent.noticeVersion !== noticeVersion) throw new AppError('notice_outdated');
  const subject = await takePasscodeAttempt(services, address);
  const { token, tokenHash } = createToken();
  const { deviceId, tries } = await withinTries(services, enrolment.passcode, () =>
    joinOrReplace(services, tables, enrolment, tokenHash),
  );
  // Also forgives refused usernames, so that a whole class that joins from one address is not blocked.
  await forgiveAttempt(db, subject, tries);
  bus.publish('changed', { feature: 'devices', deviceId });
  deviceEvents.report([{ kind: 'DEVICE_JOINED', deviceId }]);
  return { deviceId, token };
}

/** Describes what a passcode is for. Wrong passcodes count against the same limit as in `enrolDevice`. */
export async function describePasscodeFor(
  services: Services,
  tables: readonly RowTable[],
  { passcode, language }: ParsedInputOf<typeof describePasscode>,
  { address, host }: { address: string; host: string },
): Promise<OutputOf<typeof describePasscode>> {
  const subject = await takePasscodeAttempt(services, address);
  const found = await findPasscode(services.db, passcode);
  if (!found) throw new AppError('passcode_refused');
  await forgiveAttempt(services.db, subject);
  const { usedKinds } = await services.face.read();
  const { id, ...described } = found;
  const signature = await requireSignature(services.db, { id, ground: found.ground }, usedKinds);
  const text = noticeText(found.ground, language, usedKinds);
  const words = capabilityWords(found.ground, language);
  const { hours } = await readDefaultHours(services.db);
  const keptDays = await readKeptDays(services.db, tables);
  return {
    server: host,
    ...described,
    signature,
    asked: found.asked.filter(({ capability }) => usedKinds.includes(capability)),
    hours,
    keptDays,
    usedKinds,
    notice: { version: noticeVersion, language, text, words },
  };
}

/** Counts an attempt of an address to use a passcode; returns the key of the rate limit. */
async function takePasscodeAttempt({ db }: Services, address: string): Promise<string> {
  const subject = `passcode:address:${networkOf(address)}`;
  await takeAttempt(db, { subject, failures: limits.passcode.failuresPerAddress, windowMs: limits.login.windowMs });
  return subject;
}

/**
 * Runs an enrolment while the passcode has tries left. Every refusal counts, also that of a taken username, because one passcode
 * could otherwise enumerate all usernames. The refusals count against the address as well.
 */
async function withinTries(
  { db }: Services,
  passcode: string,
  run: () => Promise<number>,
): Promise<{ deviceId: number; tries: number }> {
  const tries = await takePasscodeTry(db, passcode);
  if (tries === undefined) throw new AppError('passcode_refused');
  if (tries === 'spent') throw spent();
  try {
    return { deviceId: await run(), tries };
  } catch (error) {
    if (tries < limits.passcode.tries || !(error instanceof AppError)) throw error;
    await expirePasscode(db, passcode);
    throw spent();
  }
}

/**
 * Enrols a phone. If a restored backup brought back an earlier enrolment that its person had ended, that one is ended first, after
 * the passcode was checked.
 */
async function joinOrReplace(
  services: Services,
  tables: readonly RowTable[],
  enrolment: Enrolment,
  tokenHash: Buffer,
): Promise<number> {
  try {
    return await storeEnrolment(services, enrolment, tokenHash);
  } catch (error) {
    const inTheWay = error instanceof AppError && ['device_already_joined', 'username_taken'].includes(error.code);
    if (!inTheWay || !(await leaveIfQuarantined(services, tables, enrolment.deviceUniqueUUID))) throw error;
    return await storeEnrolment(services, enrolment, tokenHash);
  }
}

async function storeEnrolment({ db, bus }: Services, enrolment: Enrolment, tokenHash: Buffer): Promise<number> {
  const { passcode, person, consent: given } = enrolment;
  const { id: deviceId, scopes } = await db.transaction().execute(async (transaction) => {
    // The groups are locked before the passcode, because whoever deletes a group locks in this order too.
    await lockGroups(transaction, 'USE');
    const used = await usePasscode(transaction, passcode);
    if (!used) throw new AppError('passcode_refused');
    const { ground } = used;
    const { usedKinds } = await readFace(transaction);
    if (!(await isShownNotice(given, ground, usedKinds))) throw new AppError('notice_outdated');
    // Read once the passcode is held, so that its guardian cannot decline meanwhile.
    const signature = await requireSignature(transaction, { id: used.id, ground }, usedKinds);
    const consent = { ...given, capabilities: given.capabilities.filter((name) => usedKinds.includes(name)) };
    const hours = enrolment.hours === undefined ? (await readDefaultHours(transaction)).hours : enrolment.hours;
    const imported = await joinAsImported(transaction, person, used.createdBy);
    const { id: userId, username } = imported ?? (await insertPerson(transaction, person));
    if (used.name !== '') await nameJoinedPerson(transaction, userId, used.name);
    const id = await insertDevice(transaction, userId, tokenHash, { ...enrolment, consent, hours }, ground);
    await recordPasscodeDevice(transaction, used.id, id);
    await insertConsent(transaction, id, username, consent, ground);
    await assignDevice(transaction, used.adminId, id);
    const group = used.groupId === null ? null : await joinGroup(transaction, id, used.groupId);
    await appendAudit(transaction, {
      deviceId: id,
      actorId: userId,
      actorName: username,
      action: 'JOIN',
      subject: enrol.path,
      details: {
        noticeVersion: consent.noticeVersion,
        capabilities: consent.capabilities,
        ...groundDetails(ground),
        ...(signature !== null && { signedBy: signature.by, signedOn: signature.at.slice(0, 10) }),
        ...(hours !== null && { hours: hoursText(hours), weekHours: JSON.stringify(hours) }),
        ...(used.adminId !== used.createdBy && { admin: used.admin }),
        ...(group !== null && { group }),
        ...(used.name !== '' && { name: used.name }),
      },
    });
    const asked = used.asked.filter(({ capability }) => usedKinds.includes(capability));
    await storeAsked(transaction, id, { ...used, asked }, consent.capabilities);
    return { id, scopes: await reconcileGroups(transaction, { deviceIds: [id] }, null) };
  });
  publishScopes(bus, scopes);
  return deviceId;
}

/** Stores each kind that the passcode asked for as a consent request that was granted or declined at joining, with a line of the log. */
async function storeAsked(
  db: Database,
  deviceId: number,
  { createdBy, askedBy, asked }: UsedPasscode,
  granted: readonly Capability[],
): Promise<void> {
  if (asked.length === 0) return;
  await insertAskedAtJoining(db, { deviceId, askedBy: createdBy, asked, granted });
  const entries = asked.map(({ capability, reason }) => ({
    deviceId,
    actorId: createdBy,
    actorName: askedBy,
    action: 'ASK' as const,
    subject: enrol.path,
    details: { capability, reason, when: 'joining' },
  }));
  await appendEntries(db, entries);
}

/** The ground as details of the log entry; empty when the admin stated none. */
function groundDetails(ground: Ground): AuditDetails {
  if (isDeepStrictEqual(ground, groundNotStated)) return {};
  return {
    purpose: purposeTitle(ground),
    legalBasis: legalBases[ground.legalBasis],
    ...(ground.guardian !== null && { guardian: ground.guardian }),
  };
}
