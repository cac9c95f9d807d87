import { type changeEmail, type OutputOf, type renameSelf, type sendEmailCode, limits } from '@fairwatch/contract';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { confirmPassword } from '../confirm-password.ts';
import { codeRefused, forgiveCodeTry, mailCode, spendCode, tryCode } from '../verification.ts';
import { replaceEmail, updateDisplayName } from './account.store.ts';
import type { MailMessage } from '../../../core/mail/mail-message.ts';

/** The purpose of a code includes the account, so that a code of another account is not accepted. */
const purposeOf = (userId: number) => `email of ${userId}`;

export async function renameOwn(services: Services, { session, input }: Call<typeof renameSelf>) {
  await updateDisplayName(services.db, session.userId, input.displayName);
  publishProfileChange(services);
  // Devices show the names of their admins, and the cached sessions contain them.
  services.bus.publish('accessChanged', { userId: session.userId });
  return { displayName: input.displayName };
}

/** Mails a code to the new address. An address that already has an account gets a notice instead; the response is the same. */
export async function sendNewAddressCode(
  services: Services,
  { session, input: { email, password }, caller: { address, language } }: Call<typeof sendEmailCode>,
): Promise<OutputOf<typeof sendEmailCode>> {
  await confirmPassword(services, session, password);
  return await mailCode(
    services,
    { purpose: purposeOf(session.userId), email },
    {
      address,
      language,
      opens: 'no account',
      write: (code, owner) =>
        owner === null ? newAddressMail(email, code, session.username) : takenAddressMail(email, owner),
    },
  );
}

/** Changes the own email address after checking the mailed code. */
export async function setOwnEmail(
  services: Services,
  { session, input: { email, code }, caller: { address } }: Call<typeof changeEmail>,
): Promise<OutputOf<typeof changeEmail>> {
  const { userId, username } = session;
  const own = { id: userId, username };
  const proof = await tryCode(services, { purpose: purposeOf(userId), email }, { code, address });
  const former = await services.db
    .transaction()
    .execute(async (transaction) => {
      await lockAccessLog(transaction);
      await spendCode(transaction, proof);
      const before = await replaceEmail(transaction, userId, email);
      // The addresses are left out, because the access log is never deleted.
      const facts = { before: {}, after: { email: 'changed' } };
      await appendAccess(transaction, { actor: own, account: own, action: 'EMAIL', ...facts });
      return before;
    })
    .catch((error: unknown) => {
      // The address was registered after the code was sent. The error does not reveal that it has an account.
      throw isUniqueViolation(error, 'users_email') ? codeRefused() : error;
    });
  await forgiveCodeTry(services, address);
  publishProfileChange(services);
  // The address is already changed, so a failed mail is only logged.
  if (former !== null) await services.mail.send(formerAddressMail(former, username)).catch(() => {});
  return { email };
}

function publishProfileChange({ bus }: Services): void {
  for (const feature of ['users', 'admins', 'profile'] as const) bus.publish('changed', { feature, deviceId: null });
}

const minutes = limits.verification.lifetimeMs / 60_000;
const lines = (...texts: string[]) => `${texts.join('\n\n')}\n`;

/** Sent to a new address: the code that proves ownership. */
function newAddressMail(to: string, code: string, username: string): MailMessage {
  const text = lines(
    `The Fairwatch account ${username} wants to use this email address from now on.`,
    `Your verification code: ${code}`,
    `It holds for ${minutes} minutes and can be used once. Nobody from Fairwatch will ever ask you for it.`,
    'If it was not you, you can ignore this mail: without the code nothing is changed.',
  );
  return { to, subject: 'Your Fairwatch verification code', text };
}

/** Sent to an address that already has an account, so that only its owner learns about the account. */
function takenAddressMail(to: string, owner: string): MailMessage {
  const text = lines(
    'Somebody, hopefully you, wants to use this email address for a Fairwatch account.',
    `It already belongs to the account with the username ${owner}, and an address belongs to one account only.`,
    'No code was made, and nothing was changed.',
  );
  return { to, subject: 'This address already has a Fairwatch account', text };
}

/** Sent to the old address. The new address is not mentioned, because the reader may no longer be the owner. */
function formerAddressMail(to: string, username: string): MailMessage {
  const text = lines(
    `The email address of the Fairwatch account ${username} was changed. This was the address until now.`,
    'If it was not you, please ask the admin you report to at once: they can set a new password and sign everyone out.',
  );
  return { to, subject: 'The email address of your Fairwatch account was changed', text };
}
