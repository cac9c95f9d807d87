import type { SignInAlert, Endpoint } from '@fairwatch/contract';
import { appendAudits } from '../../../shared/audit/audit.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findMailAddress } from '../accounts.store.ts';
import { insertSignInAlert } from '../sign-in-alerts.store.ts';
import type { Parties } from './change-account.ts';
import { signInChangeMail } from './admins.mails.ts';
import { listAssignedIds } from './relation.store.ts';

type Kind = SignInAlert['kind'];

/** The value of each change in the logs of devices; `log-words.ts` has the sentences. */
const changes: Readonly<Record<Kind, string>> = { PASSWORD: 'password', SIGN_IN_RESET: 'two-factor' };

/**
 * Records that an admin changed how another account signs in: an alert for its owner, shown after the next sign-in, and an
 * entry in the log of each device that the account can see, because the admin may now be able to sign in as the account.
 */
export async function recordSignInChange(
  { transaction, actor, target }: Parties,
  { path: subject }: Endpoint,
  kind: Kind,
): Promise<void> {
  await insertSignInAlert(transaction, target.id, { kind, actorName: actor.username });
  await appendAudits(transaction, await listAssignedIds(transaction, target.id), {
    actorId: actor.id,
    actorName: actor.username,
    action: 'SIGN_IN',
    subject,
    details: { admin: target.username, change: changes[kind] },
  });
}

/** Mails the owner about the change. A failed mail is logged and does not undo the change. */
export async function mailSignInChange(
  { db, mail }: Services,
  { actor, target }: Pick<Parties, 'actor' | 'target'>,
  kind: Kind,
): Promise<void> {
  const to = await findMailAddress(db, target.id);
  if (to === null) return;
  const letter = signInChangeMail(kind, { to, actor: actor.username, username: target.username, at: new Date() });
  await mail.send(letter).catch(() => {});
}
