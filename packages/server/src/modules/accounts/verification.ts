import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { inLanguage, limits, type Language } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { takeAttempt } from '../../shared/attempts/attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../../shared/attempts/attempts.store.ts';
import type { Database } from '../../shared/schema/schema.ts';
import { networkOf } from '../../core/http/connections/caller-address.ts';
import type { MailMessage } from '../../core/mail/mail-message.ts';
import type { Services } from '../../shared/services/services.ts';
import { isUsualAddress } from '../../shared/sessions/usual-addresses.ts';
import { findAccountByEmail, saveVerification, spendVerification, takeTry } from './verifications.store.ts';

const { digits, tries, resendAfterMs, windowMs, mailsPerAddress, mailsPerEmail, failuresPerAddress } =
  limits.verification;

/** What an e-mailed code is for, and the e-mail address it proves. A code is valid for its purpose only. */
export interface Verification {
  purpose: string;
  email: string;
}

/** A code that was right. It must still be used up with `spendCode`. */
export interface Proof {
  subjectHash: Buffer;
  codeHash: Buffer;
}

export const codeRefused = () => new AppError('verification_refused', { tries });
const sha256 = (text: string) => createHash('sha256').update(text).digest();
/**
 * Hashes the e-mail address, because somebody may have typed the address of another person and the database need not keep
 * it.
 */
const subjectOf = ({ purpose, email }: Verification) => sha256(`${purpose} ${email.toLowerCase()}`);
const triesOf = (address: string) => `verification:code:${networkOf(address)}`;

interface Mailing {
  /** The IP address of the request. */
  address: string;
  /** In which language the mail is written: that of the page on which it was asked for. */
  language: Language;
  /** Whether the code is valid for e-mail addresses that have an account, or for those that have none. */
  opens: 'account' | 'no account';
  /** Writes the mail. `username` is null for an e-mail address without an account. */
  write: (code: string, username: string | null) => MailMessage;
}

/**
 * Mails a code to an e-mail address or, when a code would be useless there, a mail that says so. Both cases take the same
 * steps and get the same answer, so that nobody learns whether an e-mail address has an account. Requests from the account's
 * usual IP addresses have a limit of their own, so that an attacker elsewhere cannot keep its owner from asking.
 */
export async function mailCode(
  services: Services,
  verification: Verification,
  { address, language, opens, write }: Mailing,
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
  // A random hash is stored where a code would be useless: it can be tried like any other and never matches.
  await saveVerification(db, subjectOf(verification), fits ? codeHash : randomBytes(codeHash.length));
  try {
    await mail.send(inLanguage(language, () => write(code, account?.username ?? null)));
  } catch (error) {
    // No mail was sent, so the caller need not wait before the next try.
    await clearAttempts(db, lately);
    throw error;
  }
  return { resendAfterSeconds: resendAfterMs / 1000 };
}

/**
 * Checks a code and throws when it is wrong. Each try counts for the code and for the IP address; after success give the
 * latter back with `forgiveCodeTry`.
 */
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

/** Uses a code up. Runs in the transaction of the change that the code allows, so that both happen or none. */
export async function spendCode(transaction: Database, { subjectHash, codeHash }: Proof): Promise<void> {
  if (!(await spendVerification(transaction, subjectHash, codeHash))) throw codeRefused();
}

export async function forgiveCodeTry({ db }: Pick<Services, 'db'>, address: string): Promise<void> {
  await forgiveAttempt(db, triesOf(address));
}
