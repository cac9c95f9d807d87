import type { OutputOf, ParsedInputOf, register, sendVerification } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { violatesUnique } from '../../core/database/unique-violation.ts';
import { tellAccountWaits } from '../../core/notifications/account-waiting.ts';
import type { Services } from '../../core/services.ts';
import { readsLikeOlderName } from '../../core/session/accounts.store.ts';
import { checkNewPassword } from '../../core/session/password-rules.ts';
import { hashPassword } from '../../core/session/password.ts';
import { createSession } from '../../core/session/sessions.ts';
import { codeRefused, forgiveCodeTry, mailCode, spendCode, tryCode } from '../../core/session/verification.ts';
import type { Caller } from './auth.service.ts';
import { codeLetter, knownLetter } from './letters.ts';
import { insertPending } from './registration.store.ts';

const purpose = 'verification';

/** Mails a code to an address, or, when it has an account, a word about that. */
export async function sendCode(
  services: Services,
  { email }: ParsedInputOf<typeof sendVerification>,
  { address }: Caller,
): Promise<OutputOf<typeof sendVerification>> {
  demandSignUp(services);
  return await mailCode(
    services,
    { purpose, email },
    {
      address,
      opens: 'no account',
      write: (code, username) => (username === null ? codeLetter(email, code) : knownLetter(email, username)),
    },
  );
}

/** Makes the account of whoever has the code from the mail, and signs it in. It waits on the welcome page. */
export async function registerAccount(
  services: Services,
  { email, code, username, password, confirmPassword }: ParsedInputOf<typeof register>,
  caller: Caller,
): Promise<OutputOf<typeof register>> {
  const { db, bus } = services;
  demandSignUp(services);
  // First what is about the password alone: a slip of the finger must not cost a try.
  if (password !== confirmPassword) throw new AppError('passwords_differ');
  await checkNewPassword(password, { username, email });
  const proof = await tryCode(services, { purpose, email }, { code, address: caller.address });
  const passwordHash = await hashPassword(password);
  const userId = await db
    .transaction()
    .execute(async (transaction) => {
      await spendCode(transaction, proof);
      if (await readsLikeOlderName(transaction, username)) throw new AppError('username_taken');
      return await insertPending(transaction, { username, email, passwordHash });
    })
    .catch((error: unknown) => {
      // With the code unused again: whoever has it may choose another name.
      if (violatesUnique(error, 'users_username')) throw new AppError('username_taken');
      throw violatesUnique(error, 'users_email') ? codeRefused() : error;
    });
  await forgiveCodeTry(services, caller.address);
  for (const feature of ['users', 'profile']) bus.publish('changed', { feature, deviceId: null });
  await tellAccountWaits(services, { userId, username });
  return await createSession(services, { userId, remembered: false, ...caller });
}

/** The owner of the server may let nobody make an account by themselves. */
function demandSignUp({ config }: Services): void {
  if (!config.signUp) throw new AppError('sign_up_off');
}
