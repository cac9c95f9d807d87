import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { takeAttempt } from '../attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../attempts.store.ts';
import type { Database } from '../database/schema.ts';
import { networkOf } from '../http/caller-address.ts';
import type { Letter } from '../mail/letter.ts';
import type { Services } from '../services.ts';
import { isUsualAddress } from './usual-addresses.ts';
import { findAccountByEmail, saveVerification, spendVerification, takeTry } from './verifications.store.ts';

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
const triesOf = (address: string) => `verification:code:${networkOf(address)}`;

interface Mailing {
  /** Of who asks. */
  address: string;
  /** Whether the code is for addresses that have an account, or for those that have none. */
  opens: 'account' | 'no account';
  /** What is mailed; the username is null for an address without account. */
  write: (code: string, username: string | null) => Letter;
}

/**
 * Mails a code to an address, or, when it would open nothing there, a word about that. Both take the same steps and get the
 * same answer: nobody learns here whether an address is known. How many mails go to one address is counted apart for the
 * usual addresses of its account, so that nobody elsewhere keeps its owner from asking.
 */
export async function mailCode(
  services: Services,
  verification: Verification,
  { address, opens, write }: Mailing,
): Promise<{ resendAfterSeconds: number }> {
  const { db, vault, mail } = services;
  const { purpose, email } = verification;
  await takeAttempt(db, { subject: `verification:mail:${networkOf(address)}`, failures: mailsPerAddress, windowMs });
  const account = await findAccountByEmail(db, email);
  const usual = await isUsualAddress(services, account?.id ?? null, address);
  const mailbox = `${usual ? 'usual:' : ''}${sha256(email.toLowerCase()).toString('hex')}`;
  const lately = `verification:lately:${mailbox}`;
  await takeAttempt(db, { subject: lately, failures: 1, windowMs: resendAfterMs });
  await takeAttempt(db, { subject: `verification:email:${mailbox}`, failures: mailsPerEmail, windowMs });
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const codeHash = vault.mac(purpose, `${email.toLowerCase()} ${code}`);
  const fits = (account !== null) === (opens === 'account');
  // Where it opens nothing, a hash that no code has: it can be tried like any other, and never fits.
  await saveVerification(db, subjectOf(verification), fits ? codeHash : randomBytes(codeHash.length));
  try {
    await mail.send(write(code, account?.username ?? null));
  } catch (error) {
    // Nothing came, so there is nothing to wait for.
    await clearAttempts(db, lately);
    throw error;
  }
  return { resendAfterSeconds: resendAfterMs / 1000 };
}

/** Tries a code. Each try counts, for the code and for who tries; give the latter back by `forgiveCodeTry`. */
export async function tryCode(
  services: Pick<Services, 'db' | 'vault'>,
  verification: Verification,
  { code, address }: { code: string; address: string },
): Promise<Proof> {
  const { db, vault } = services;
  await takeAttempt(db, { subject: triesOf(address), failures: failuresPerAddress, windowMs });
  const account = await findAccountByEmail(db, verification.email);
  const usual = await isUsualAddress(services, account?.id ?? null, address);
  const proof = {
    subjectHash: subjectOf(verification),
    codeHash: vault.mac(verification.purpose, `${verification.email.toLowerCase()} ${code}`),
  };
  const expected = await takeTry(db, proof.subjectHash, usual);
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
