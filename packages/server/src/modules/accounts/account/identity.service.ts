import {
  type changeEmail,
  type OutputOf,
  type renameSelf,
  type sendEmailCode,
  inLanguage,
  limits,
} from '@fairwatch/contract';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { confirmPassword } from '../confirm-password.ts';
import { codeRefused, forgiveCodeTry, mailCode, spendCode, tryCode } from '../verification.ts';
import { replaceEmail, updateDisplayName } from './account.store.ts';
import { mailText, paragraphs } from '../../../shared/texts/mail-text.ts';
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
  { session, input: { email, code }, caller: { address, language } }: Call<typeof changeEmail>,
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
  if (former !== null) {
    const letter = inLanguage(language, () => formerAddressMail(former, username));
    await services.mail.send(letter).catch(() => {});
  }
  return { email };
}

function publishProfileChange({ bus }: Services): void {
  for (const feature of ['users', 'admins', 'profile'] as const) bus.publish('changed', { feature, deviceId: null });
}

/** Sent to a new address: the code that proves ownership. */
function newAddressMail(to: string, code: string, username: string): MailMessage {
  return {
    to,
    subject: mailText('registration.subject'),
    text: paragraphs(
      mailText('address.wants', { username }),
      mailText('code.yours', { code }),
      mailText('code.holds', { count: limits.verification.lifetimeMs / 60_000 }),
      mailText('password.notYou'),
    ),
  };
}

/** Sent to an address that already has an account, so that only its owner learns about the account. */
function takenAddressMail(to: string, owner: string): MailMessage {
  return {
    to,
    subject: mailText('address.takenSubject'),
    text: paragraphs(
      mailText('address.takenWants'),
      mailText('address.taken', { owner }),
      mailText('registration.nothing'),
    ),
  };
}

/** Sent to the old address. The new address is not mentioned, because the reader may no longer be the owner. */
function formerAddressMail(to: string, username: string): MailMessage {
  return {
    to,
    subject: mailText('address.changedSubject'),
    text: paragraphs(mailText('address.changed', { username }), mailText('address.changedNotYou')),
  };
}
