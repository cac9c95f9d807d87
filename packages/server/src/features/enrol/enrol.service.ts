import { isDeepStrictEqual } from 'node:util';
import {
  capabilityWords,
  type describePasscode,
  enrol,
  groundNotStated,
  hoursText,
  isNoticeLanguage,
  legalBases,
  limits,
  noticeHash,
  noticeText,
  noticeVersion,
  purposeTitle,
  type AuditDetails,
  type Ground,
  type OutputOf,
  type ParsedInputOf,
} from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { takeAttempt } from '../../core/attempt-limit.ts';
import { forgiveAttempt } from '../../core/attempts.store.ts';
import { readDefaultHours } from '../../core/devices/default-hours.store.ts';
import { appendAudit } from '../../core/devices/audit/audit.store.ts';
import { readKeptDays } from '../../core/devices/kept-days.ts';
import { leaveIfHeld } from '../../core/devices/person/confirm-restored.ts';
import {
  expirePasscode,
  findPasscode,
  notePasscodeDevice,
  takePasscodeTry,
  usePasscode,
} from '../../core/devices/passcodes.store.ts';
import { networkOf } from '../../core/http/caller-address.ts';
import type { RowTable } from '../../core/devices/rows/row-table.ts';
import type { Services } from '../../core/services.ts';
import { createToken } from '../../core/session/session-token.ts';
import { assignDevice, insertConsent, insertDevice, insertPerson } from './enrol.store.ts';

const spent = () => new AppError('passcode_spent', { tries: limits.passcode.tries });

type Enrolment = ParsedInputOf<typeof enrol>;

/** Lets a device join: its person, what they agreed to, and the admin whose passcode they typed. All of it or nothing. */
export async function enrolDevice(
  services: Services,
  tables: readonly RowTable[],
  enrolment: Enrolment,
  address: string,
): Promise<OutputOf<typeof enrol>> {
  const { db, bus, news } = services;
  // Known without the passcode: it costs a device that needs an update neither a try nor an attempt.
  if (enrolment.consent.noticeVersion !== noticeVersion) throw new AppError('notice_outdated');
  const subject = await takePasscodeAttempt(services, address);
  const { token, tokenHash } = createToken();
  const { deviceId, tries } = await withinTries(services, enrolment.passcode, () =>
    joinOrReplace(services, tables, enrolment, tokenHash),
  );
  // With the names that were taken: a class that joins in one room must not shut itself out.
  await forgiveAttempt(db, subject, tries);
  bus.publish('changed', { feature: 'devices', deviceId });
  news.report([{ kind: 'DEVICE_JOINED', deviceId }]);
  return { deviceId, token };
}

/** Says what a passcode is for. Guessing here is limited together with guessing in `enrolDevice`. */
export async function describe(
  services: Services,
  tables: readonly RowTable[],
  { passcode, language }: ParsedInputOf<typeof describePasscode>,
  { address, host }: { address: string; host: string },
): Promise<OutputOf<typeof describePasscode>> {
  const subject = await takePasscodeAttempt(services, address);
  const found = await findPasscode(services.db, passcode);
  if (!found) throw new AppError('passcode_refused');
  await forgiveAttempt(services.db, subject);
  const text = noticeText(found.ground, language);
  const words = capabilityWords(found.ground, language);
  const { hours } = await readDefaultHours(services.db);
  const keptDays = await readKeptDays(services.db, tables);
  return { server: host, ...found, hours, keptDays, notice: { version: noticeVersion, language, text, words } };
}

/** Counts an attempt of an address to use a passcode, and gives back what it is counted under. */
async function takePasscodeAttempt({ db }: Services, address: string): Promise<string> {
  const subject = `passcode:address:${networkOf(address)}`;
  await takeAttempt(db, { subject, failures: limits.passcode.failuresPerAddress, windowMs: limits.login.windowMs });
  return subject;
}

/**
 * Joins with a passcode as long as it has tries left. Each refusal counts, also that of a taken username: else one passcode
 * would find out every username there is. Those from its address count there, too.
 */
async function withinTries(
  { db }: Services,
  passcode: string,
  join: () => Promise<number>,
): Promise<{ deviceId: number; tries: number }> {
  const tries = await takePasscodeTry(db, passcode);
  if (tries === undefined) throw new AppError('passcode_refused');
  if (tries === 'spent') throw spent();
  try {
    return { deviceId: await join(), tries };
  } catch (error) {
    if (tries < limits.passcode.tries || !(error instanceof AppError)) throw error;
    await expirePasscode(db, passcode);
    throw spent();
  }
}

/**
 * Where a restore brought the phone's earlier stay back, which its person had ended, that leaves first. Only after a
 * passcode that is valid.
 */
async function joinOrReplace(
  services: Services,
  tables: readonly RowTable[],
  enrolment: Enrolment,
  tokenHash: Buffer,
): Promise<number> {
  try {
    return await join(services, enrolment, tokenHash);
  } catch (error) {
    const inTheWay = error instanceof AppError && ['device_already_joined', 'username_taken'].includes(error.code);
    if (!inTheWay || !(await leaveIfHeld(services, tables, enrolment.deviceUniqueUUID))) throw error;
    return await join(services, enrolment, tokenHash);
  }
}

async function join({ db }: Services, enrolment: Enrolment, tokenHash: Buffer): Promise<number> {
  const { passcode, person, consent } = enrolment;
  return await db.transaction().execute(async (transaction) => {
    const used = await usePasscode(transaction, passcode);
    if (!used) throw new AppError('passcode_refused');
    const { ground } = used;
    await demandCurrentNotice(consent, ground);
    const hours = enrolment.hours === undefined ? (await readDefaultHours(transaction)).hours : enrolment.hours;
    const userId = await insertPerson(transaction, person);
    const id = await insertDevice(transaction, userId, tokenHash, { ...enrolment, hours }, ground);
    await notePasscodeDevice(transaction, used.id, id);
    await insertConsent(transaction, id, person.username, consent, ground);
    await assignDevice(transaction, used.createdBy, id);
    await appendAudit(transaction, {
      deviceId: id,
      actorId: userId,
      actorName: person.username,
      action: 'JOIN',
      subject: enrol.path,
      details: {
        noticeVersion: consent.noticeVersion,
        capabilities: consent.capabilities,
        ...groundDetails(ground),
        ...(hours !== null && { hours: hoursText(hours) }),
      },
    });
    return id;
  });
}

/** Consent is given to exact words: a device that showed other ones must show those of this passcode's ground first. */
async function demandCurrentNotice(
  { noticeHash: hash, language }: Enrolment['consent'],
  ground: Ground,
): Promise<void> {
  if (isNoticeLanguage(language) && hash === (await noticeHash(ground, language))) return;
  throw new AppError('notice_outdated');
}

/** The ground in the words of the log; nothing when the admin stated none. */
function groundDetails(ground: Ground): AuditDetails {
  if (isDeepStrictEqual(ground, groundNotStated)) return {};
  return {
    purpose: purposeTitle(ground),
    legalBasis: legalBases[ground.legalBasis],
    ...(ground.guardian !== null && { guardian: ground.guardian }),
  };
}
