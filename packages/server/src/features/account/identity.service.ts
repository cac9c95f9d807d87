import type { changeEmail, OutputOf, renameSelf, sendEmailCode } from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { violatesUnique } from '../../core/database/unique-violation.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { confirmPassword } from '../../core/session/confirm-password.ts';
import { codeRefused, forgiveCodeTry, mailCode, spendCode, tryCode } from '../../core/session/verification.ts';
import { swapEmail, updateOwnNickname } from './account.store.ts';
import { formerAddressLetter, newAddressLetter, takenAddressLetter } from './letters.ts';

/** Of one account: nobody else's code changes its address. */
const purposeOf = (userId: number) => `email of ${userId}`;

export async function renameOwn(services: Services, { session, input }: Call<typeof renameSelf>) {
  await updateOwnNickname(services.db, session.userId, input.nickname);
  tell(services);
  return { nickname: input.nickname };
}

/** Mails a code to the new address, or, when it has an account, a word to its owner. */
export async function sendNewAddressCode(
  services: Services,
  { session, input: { email, password }, caller: { address } }: Call<typeof sendEmailCode>,
): Promise<OutputOf<typeof sendEmailCode>> {
  await confirmPassword(services, session, password);
  return await mailCode(
    services,
    { purpose: purposeOf(session.userId), email },
    {
      address,
      opens: 'no account',
      write: (code, owner) =>
        owner === null ? newAddressLetter(email, code, session.username) : takenAddressLetter(email, owner),
    },
  );
}

/** Changes the own address for whoever has the code from the mail. */
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
      await holdAccess(transaction);
      await spendCode(transaction, proof);
      const before = await swapEmail(transaction, userId, email);
      // Without the addresses: this log is kept for good.
      const facts = { before: {}, after: { email: 'changed' } };
      await appendAccess(transaction, { actor: own, account: own, action: 'EMAIL', ...facts });
      return before;
    })
    .catch((error: unknown) => {
      // Somebody registered with it since the code was sent. That it has an account is still not told.
      throw violatesUnique(error, 'users_email') ? codeRefused() : error;
    });
  await forgiveCodeTry(services, address);
  tell(services);
  // It is changed, whether or not this arrives; that it did not is in the log.
  if (former !== null) await services.mail.send(formerAddressLetter(former, username)).catch(() => {});
  return { email };
}

function tell({ bus }: Services): void {
  for (const feature of ['users', 'admins', 'profile']) bus.publish('changed', { feature, deviceId: null });
}
