import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { takeAttempt } from '../attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../attempts.store.ts';
import type { Database } from '../database/schema.ts';
import type { Letter } from '../mail/letter.ts';
import type { Services } from '../services.ts';
import { findUsernameByEmail, saveVerification, spendVerification, takeTry } from './verifications.store.ts';

const { digits, tries, resendAfterMs, windowMs, mailsPerAddress, mailsPerEmail, failuresPerAddress } =
  limits.verification;

/** What a code is for, and which address it proves. A code for one thing opens no other. */
export interface Verification {
  purpose: string;
  email: string;
}

/** A code that fits. It counts once it is spent. */
export interface Proof {
  subjectHash: Buffer;
  codeHash: Buffer;
}

export const codeRefused = () => new AppError('verification_refused', { tries });
const sha256 = (text: string) => createHash('sha256').update(text).digest();
/** Whose address it is, without telling the database: somebody else may have typed it. */
const subjectOf = ({ purpose, email }: Verification) => sha256(`${purpose} ${email.toLowerCase()}`);
const triesOf = (address: string) => `verification:code:${address}`;

/**
 * Mails a code to an address, or, when it has an account, a word about that. Both take the same steps and get the same
 * answer: nobody learns here whether an address is known.
 */
export async function mailCode(
  { db, vault, mail }: Services,
  verification: Verification,
  { address, write }: { address: string; write: (code: string, username: string | null) => Letter },
): Promise<{ resendAfterSeconds: number }> {
  const { purpose, email } = verification;
  const mailbox = sha256(email.toLowerCase()).toString('hex');
  const lately = `verification:lately:${mailbox}`;
  await takeAttempt(db, { subject: `verification:mail:${address}`, failures: mailsPerAddress, windowMs });
  await takeAttempt(db, { subject: lately, failures: 1, windowMs: resendAfterMs });
  await takeAttempt(db, { subject: `verification:email:${mailbox}`, failures: mailsPerEmail, windowMs });
  const username = await findUsernameByEmail(db, email);
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const codeHash = vault.mac(purpose, `${email.toLowerCase()} ${code}`);
  // For a known address one that no code has: it can be tried like any other, and never fits.
  await saveVerification(db, subjectOf(verification), username === null ? codeHash : randomBytes(codeHash.length));
  try {
    await mail.send(write(code, username));
  } catch (error) {
    // Nothing came, so there is nothing to wait for.
    await clearAttempts(db, lately);
    throw error;
  }
  return { resendAfterSeconds: resendAfterMs / 1000 };
}

/** Tries a code. Each try counts, for the code and for who tries; give the latter back by `forgiveCodeTry`. */
export async function tryCode(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  verification: Verification,
  { code, address }: { code: string; address: string },
): Promise<Proof> {
  await takeAttempt(db, { subject: triesOf(address), failures: failuresPerAddress, windowMs });
  const proof = {
    subjectHash: subjectOf(verification),
    codeHash: vault.mac(verification.purpose, `${verification.email.toLowerCase()} ${code}`),
  };
  const expected = await takeTry(db, proof.subjectHash);
  if (expected === null || !timingSafeEqual(expected, proof.codeHash)) throw codeRefused();
  return proof;
}

/** Uses a code up, together with what it opens. */
export async function spendCode(transaction: Database, { subjectHash, codeHash }: Proof): Promise<void> {
  if (!(await spendVerification(transaction, subjectHash, codeHash))) throw codeRefused();
}

export async function forgiveCodeTry({ db }: Pick<Services, 'db'>, address: string): Promise<void> {
  await forgiveAttempt(db, triesOf(address));
}
