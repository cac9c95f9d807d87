import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { limits, type OutputOf, type ParsedInputOf, type register, type sendVerification } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { clearAttempts, forgiveAttempt, takeAttempt } from '../../core/attempt-limit.ts';
import { violatesUnique } from '../../core/database/unique-violation.ts';
import type { Services } from '../../core/services.ts';
import { checkNewPassword } from '../../core/session/password-rules.ts';
import { hashPassword } from '../../core/session/password.ts';
import { createSession } from '../../core/session/sessions.ts';
import type { Caller } from './auth.service.ts';
import { codeLetter, knownLetter } from './letters.ts';
import {
  findUsernameByEmail,
  insertPending,
  saveVerification,
  takeTry,
  spendVerification,
} from './registration.store.ts';

const { digits, tries, resendAfterMs, windowMs, mailsPerAddress, mailsPerEmail, failuresPerAddress } =
  limits.verification;

const purpose = 'verification';
const refused = () => new AppError('verification_refused', { tries });

/** Whose address it is, without telling the database: somebody else may have typed it. */
function hashEmail(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest();
}

/**
 * Mails a code to an address, or, when it has an account, a word about that. Both take the same steps and get the same
 * answer: nobody learns here whether an address is known.
 */
export async function sendCode(
  { db, vault, mail }: Services,
  { email }: ParsedInputOf<typeof sendVerification>,
  { address }: Caller,
): Promise<OutputOf<typeof sendVerification>> {
  const emailHash = hashEmail(email);
  const lately = `verification:lately:${emailHash.toString('hex')}`;
  const byEmail = `verification:email:${emailHash.toString('hex')}`;
  await takeAttempt(db, { subject: `verification:mail:${address}`, failures: mailsPerAddress, windowMs });
  await takeAttempt(db, { subject: lately, failures: 1, windowMs: resendAfterMs });
  await takeAttempt(db, { subject: byEmail, failures: mailsPerEmail, windowMs });
  const username = await findUsernameByEmail(db, email);
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const codeHash = vault.mac(purpose, `${email.toLowerCase()} ${code}`);
  // For a known address one that no code has: it can be tried like any other, and never fits.
  await saveVerification(db, emailHash, username === null ? codeHash : randomBytes(codeHash.length));
  try {
    await mail.send(username === null ? codeLetter(email, code) : knownLetter(email, username));
  } catch (error) {
    // Nothing came, so there is nothing to wait for.
    await clearAttempts(db, lately);
    throw error;
  }
  return { resendAfterSeconds: resendAfterMs / 1000 };
}

/** Makes the account of whoever has the code from the mail, and signs it in. It waits on the welcome page. */
export async function registerAccount(
  services: Services,
  { email, code, username, password, confirmPassword }: ParsedInputOf<typeof register>,
  caller: Caller,
): Promise<OutputOf<typeof register>> {
  const { db, vault, bus } = services;
  // First what is about the password alone: a slip of the finger must not cost a try.
  if (password !== confirmPassword) throw new AppError('passwords_differ');
  await checkNewPassword(password, { username, email });
  const byAddress = `verification:code:${caller.address}`;
  await takeAttempt(db, { subject: byAddress, failures: failuresPerAddress, windowMs });
  const emailHash = hashEmail(email);
  const codeHash = vault.mac(purpose, `${email.toLowerCase()} ${code}`);
  const expected = await takeTry(db, emailHash);
  if (expected === null || !timingSafeEqual(expected, codeHash)) throw refused();
  const passwordHash = await hashPassword(password);
  const userId = await db
    .transaction()
    .execute(async (transaction) => {
      if (!(await spendVerification(transaction, emailHash, codeHash))) throw refused();
      return await insertPending(transaction, { username, email, passwordHash });
    })
    .catch((error: unknown) => {
      // With the code unused again: whoever has it may choose another name.
      if (violatesUnique(error, 'users_username')) throw new AppError('username_taken');
      throw violatesUnique(error, 'users_email') ? refused() : error;
    });
  await forgiveAttempt(db, byAddress);
  for (const feature of ['users', 'profile']) bus.publish('changed', { feature, deviceId: null });
  const { token, expiresAt } = await createSession(services, { userId, remembered: false, ...caller });
  return { token, expiresAt: expiresAt.toISOString() };
}
