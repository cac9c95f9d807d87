import type { OutputOf, ParsedInputOf, resetPassword, sendPasswordCode } from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Services } from '../../core/services.ts';
import { writePasswordHash } from '../../core/session/accounts.store.ts';
import { forgiveLogins } from '../../core/session/guess-limit.ts';
import { checkNewPassword } from '../../core/session/password-rules.ts';
import { hashPassword } from '../../core/session/password.ts';
import { announceEnded } from '../../core/session/sessions.ts';
import { deleteSessionsOf } from '../../core/session/sessions.store.ts';
import {
  codeRefused,
  forgiveCodeTry,
  mailCode,
  spendCode,
  tryCode,
  type Proof,
} from '../../core/session/verification.ts';
import { findAccountByEmail } from '../../core/session/verifications.store.ts';
import type { Caller } from './auth.service.ts';
import { noAccountLetter, passwordChangedLetter, passwordCodeLetter } from './letters.ts';

const purpose = 'new password';

/** Mails a code for a new password, or, when the address has no account, a word about that. */
export async function sendCodeForPassword(
  services: Services,
  { email }: ParsedInputOf<typeof sendPasswordCode>,
  { address }: Caller,
): Promise<OutputOf<typeof sendPasswordCode>> {
  return await mailCode(
    services,
    { purpose, email },
    {
      address,
      opens: 'account',
      write: (code, username) =>
        username === null ? noAccountLetter(email) : passwordCodeLetter(email, code, username),
    },
  );
}

/**
 * Gives the account of whoever has the code from the mail a new password and ends its sessions. Nobody is signed in by it: a
 * blocked account stays blocked, and two-factor sign-in asks for its code the next time.
 */
export async function setForgottenPassword(
  services: Services,
  { email, code, password, confirmPassword }: ParsedInputOf<typeof resetPassword>,
  { address }: Caller,
): Promise<null> {
  // First what is about the password alone: a slip of the finger must not cost a try.
  if (password !== confirmPassword) throw new AppError('passwords_differ');
  await checkNewPassword(password, { username: '', email });
  const proof = await tryCode(services, { purpose, email }, { code, address });
  const passwordHash = await hashPassword(password);
  const { username, ended } = await change(services, { email, password, passwordHash, proof });
  announceEnded(services, ended);
  await forgiveCodeTry(services, address);
  // Whoever forgot a password has tried some: those must not keep them out now.
  await forgiveLogins(services.db, username, address);
  // The password is changed, whether or not this arrives; that it did not is in the log.
  await services.mail.send(passwordChangedLetter(email, username)).catch(() => {});
  return null;
}

interface Reset {
  email: string;
  password: string;
  passwordHash: string;
  proof: Proof;
}

async function change({ db }: Services, { email, password, passwordHash, proof }: Reset) {
  return await db.transaction().execute(async (transaction) => {
    // Before the account's row, as every change of access does: in another order two could deadlock.
    await holdAccess(transaction);
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
