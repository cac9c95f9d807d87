import type { SignInAlert, Endpoint } from '@fairwatch/contract';
import { appendAudits } from '../../core/devices/audit/audit.store.ts';
import type { Services } from '../../core/services.ts';
import { findMailAddress } from '../../core/session/accounts.store.ts';
import { insertSignInAlert } from '../../core/session/sign-in-alerts.store.ts';
import type { Parties } from './change-account.ts';
import { signInLetter } from './letters.ts';
import { listAssignedIds } from './relation.store.ts';

type Kind = SignInAlert['kind'];

/** What the logs of devices call each change; `log-words.ts` has the sentences. */
const changes: Readonly<Record<Kind, string>> = { PASSWORD: 'password', SIGN_IN_RESET: 'two-factor' };

/**
 * Writes down that somebody changed how another account signs in: an alert that its owner reads after signing in, and a
 * line in the log of each device that the account can see, because whoever signs in as that account sees it too.
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

/** Mails the owner what was done. The change stands whether or not the mail arrives; a failure is in the server's log. */
export async function mailSignInChange(
  { db, mail }: Services,
  { actor, target }: Pick<Parties, 'actor' | 'target'>,
  kind: Kind,
): Promise<void> {
  const to = await findMailAddress(db, target.id);
  if (to === null) return;
  const letter = signInLetter(kind, { to, actor: actor.username, username: target.username, at: new Date() });
  await mail.send(letter).catch(() => {});
}
