import { enrol, limits, noticeHash, noticeVersion, type OutputOf, type ParsedInputOf } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { forgiveAttempt, takeAttempt } from '../../core/attempt-limit.ts';
import { appendAudit } from '../../core/devices/audit.store.ts';
import { notePasscodeDevice, usePasscode } from '../../core/devices/passcodes.store.ts';
import type { Services } from '../../core/services.ts';
import { createToken, hashToken } from '../../core/session/session-token.ts';
import { assignDevice, findReturningPerson, insertConsent, insertDevice, insertPerson } from './enrol.store.ts';

type Enrolment = ParsedInputOf<typeof enrol>;

/** Lets a device join: its person, what they agreed to, and the admin whose passcode they typed. All of it or nothing. */
export async function enrolDevice(
  { db, bus, news }: Services,
  enrolment: Enrolment,
  address: string,
): Promise<OutputOf<typeof enrol>> {
  const { passcode, person } = enrolment;
  await demandCurrentNotice(enrolment.consent);
  const subject = `passcode:address:${address}`;
  await takeAttempt(db, { subject, failures: limits.passcode.failuresPerAddress, windowMs: limits.login.windowMs });
  const token = createToken();
  const tokenHash = hashToken(token);
  if (tokenHash === null) throw new Error('A fresh token has the form of a token.');

  const deviceId = await db
    .transaction()
    .execute(async (transaction) => {
      const used = await usePasscode(transaction, passcode);
      if (!used) throw new AppError('passcode_refused');
      const returning = await findReturningPerson(transaction, enrolment);
      const userId = returning ?? (await insertPerson(transaction, person));
      const id = await insertDevice(transaction, userId, tokenHash, enrolment);
      await notePasscodeDevice(transaction, used.id, id);
      await insertConsent(transaction, id, person.username, enrolment.consent);
      await assignDevice(transaction, used.createdBy, id);
      await appendAudit(transaction, {
        deviceId: id,
        actorId: userId,
        actorName: person.username,
        action: 'JOIN',
        subject: enrol.path,
        details: { noticeVersion: enrolment.consent.noticeVersion, capabilities: enrolment.consent.capabilities },
      });
      return id;
    })
    .catch(async (error: unknown) => {
      // Whoever had a valid passcode was not guessing.
      if (error instanceof AppError && error.code !== 'passcode_refused') await forgiveAttempt(db, subject);
      throw error;
    });
  await forgiveAttempt(db, subject);
  bus.publish('changed', { feature: 'devices', deviceId });
  news.report([{ kind: 'DEVICE_JOINED', deviceId }]);
  return { deviceId, token };
}

/** Consent is given to exact words: a device that showed other ones must show the current ones first. */
async function demandCurrentNotice(consent: Enrolment['consent']): Promise<void> {
  if (consent.noticeVersion === noticeVersion && consent.noticeHash === (await noticeHash())) return;
  throw new AppError('notice_outdated');
}
