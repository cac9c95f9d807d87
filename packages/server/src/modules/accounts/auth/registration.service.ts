import type { OutputOf, ParsedInputOf, register, sendVerification } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';
import type { Services } from '../../../shared/services/services.ts';
import { resemblesOlderName, insertPending } from '../accounts.store.ts';
import { checkNewPassword } from '../password-rules.ts';
import { hashPassword } from '../password.ts';
import { createSession } from '../../../shared/sessions/sessions.ts';
import { codeRefused, forgiveCodeTry, mailCode, spendCode, tryCode } from '../verification.ts';
import { notifyApprovers } from '../../../shared/notify/account-approval.ts';
import type { Caller } from './auth.service.ts';
import { registrationCodeMail, knownAddressMail } from './auth.mails.ts';

const purpose = 'verification';

/** Mails a registration code. An address that has an account gets a notice instead; the response is the same. */
export async function sendRegistrationCode(
  services: Services,
  { email }: ParsedInputOf<typeof sendVerification>,
  { address, language }: Caller,
): Promise<OutputOf<typeof sendVerification>> {
  assertSignUpEnabled(services);
  return await mailCode(
    services,
    { purpose, email },
    {
      address,
      language,
      opens: 'no account',
      write: (code, username) =>
        username === null ? registrationCodeMail(email, code) : knownAddressMail(email, username),
    },
  );
}

/** Creates a pending account after checking the mailed code, and signs it in. */
export async function registerAccount(
  services: Services,
  { email, code, username, displayName = '', password, confirmPassword }: ParsedInputOf<typeof register>,
  caller: Caller,
): Promise<OutputOf<typeof register>> {
  const { db, bus } = services;
  assertSignUpEnabled(services);
  // The password is checked before the code, so that a typing error does not use up an attempt.
  if (password !== confirmPassword) throw new AppError('passwords_differ');
  await checkNewPassword(password, { username, email });
  const proof = await tryCode(services, { purpose, email }, { code, address: caller.address });
  const passwordHash = await hashPassword(password);
  const userId = await db
    .transaction()
    .execute(async (transaction) => {
      await spendCode(transaction, proof);
      if (await resemblesOlderName(transaction, username)) throw new AppError('username_taken');
      return await insertPending(transaction, { username, displayName, email, passwordHash });
    })
    .catch((error: unknown) => {
      // The rolled-back transaction leaves the code valid, so that another name can be chosen.
      if (isUniqueViolation(error, 'users_username')) throw new AppError('username_taken');
      throw isUniqueViolation(error, 'users_email') ? codeRefused() : error;
    });
  await forgiveCodeTry(services, caller.address);
  for (const feature of ['users', 'profile'] as const) bus.publish('changed', { feature, deviceId: null });
  await notifyApprovers(services, { userId, username });
  return await createSession(services, { userId, remembered: false, ...caller });
}

/** Throws when registration is disabled by `SIGN_UP=off`. */
function assertSignUpEnabled({ config }: Services): void {
  if (!config.signUp) throw new AppError('sign_up_off');
}
