import {
  inLanguage,
  type OutputOf,
  type ParsedInputOf,
  type resetPassword,
  type sendPasswordCode,
} from '@fairwatch/contract';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Services } from '../../../shared/services/services.ts';
import { writePasswordHash } from '../accounts.store.ts';
import { forgiveLogins } from '../guess-limit.ts';
import { checkNewPassword } from '../password-rules.ts';
import { hashPassword } from '../password.ts';
import { announceEnded } from '../../../shared/sessions/sessions.ts';
import { deleteSessionsOf } from '../../../shared/sessions/sessions.store.ts';
import { codeRefused, forgiveCodeTry, mailCode, spendCode, tryCode, type Proof } from '../verification.ts';
import { findAccountByEmail } from '../verifications.store.ts';
import type { Caller } from './auth.service.ts';
import { noAccountMail, passwordChangedMail, passwordCodeMail } from './auth.mails.ts';

const purpose = 'new password';

/** Mails a code for a new password. An address without an account gets a notice instead; the response is the same. */
export async function sendCodeForPassword(
  services: Services,
  { email }: ParsedInputOf<typeof sendPasswordCode>,
  { address, language }: Caller,
): Promise<OutputOf<typeof sendPasswordCode>> {
  return await mailCode(
    services,
    { purpose, email },
    {
      address,
      language,
      opens: 'account',
      write: (code, username) => (username === null ? noAccountMail(email) : passwordCodeMail(email, code, username)),
    },
  );
}

/**
 * Sets a new password after checking the mailed code, and ends the account's sessions. It does not sign in: a blocked account
 * stays blocked, and two-factor sign-in still requires its code.
 */
export async function setForgottenPassword(
  services: Services,
  { email, code, password, confirmPassword }: ParsedInputOf<typeof resetPassword>,
  { address, language }: Caller,
): Promise<null> {
  // The password is checked before the code, so that a typing error does not use up an attempt.
  if (password !== confirmPassword) throw new AppError('passwords_differ');
  await checkNewPassword(password, { username: '', email });
  const proof = await tryCode(services, { purpose, email }, { code, address });
  const passwordHash = await hashPassword(password);
  const { username, ended } = await replacePassword(services, { email, password, passwordHash, proof });
  announceEnded(services, ended);
  await forgiveCodeTry(services, address);
  // The owner has probably tried some passwords; these failures must not block the next sign-in.
  await forgiveLogins(services.db, username, address);
  // The password is already changed, so a failed mail is only logged.
  await services.mail.send(inLanguage(language, () => passwordChangedMail(email, username))).catch(() => {});
  return null;
}

interface Reset {
  email: string;
  password: string;
  passwordHash: string;
  proof: Proof;
}

async function replacePassword({ db }: Services, { email, password, passwordHash, proof }: Reset) {
  return await db.transaction().execute(async (transaction) => {
    // The access log is locked before the account's row, as in every change of access: another order could deadlock.
    await lockAccessLog(transaction);
    await spendCode(transaction, proof);
    const account = await findAccountByEmail(transaction, email);
    if (account === null) throw codeRefused();
    await checkNewPassword(password, { username: account.username, email });
    await writePasswordHash(transaction, account.id, passwordHash);
    const facts = { before: {}, after: { password: 'reset by mailed code', sessions: 'ended' } };
    await appendAccess(transaction, { actor: account, account, action: 'PASSWORD', ...facts });
    return { username: account.username, ended: await deleteSessionsOf(transaction, account.id) };
  });
}
