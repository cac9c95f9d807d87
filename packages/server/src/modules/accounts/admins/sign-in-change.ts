import type { SignInAlert, Endpoint } from '@fairwatch/contract';
import { appendAudits } from '../../../shared/audit/audit.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findMailAddress } from '../accounts.store.ts';
import { insertSignInAlert } from '../sign-in-alerts.store.ts';
import { listAssignedIds, type Parties } from './relation.store.ts';
import type { MailMessage } from '../../../core/mail/mail-message.ts';

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

interface SignInChange {
  to: string;
  actor: string;
  username: string;
  at: Date;
}

const lines = (...texts: string[]) => `${texts.join('\n\n')}\n`;
const unexpected = (actor: string) =>
  `If you did not expect this, please tell a Super Admin of your Fairwatch at once, and not only ${actor}.`;

/** Sent to the owner of an account when another admin changed how the account signs in. */
function signInChangeMail(kind: SignInAlert['kind'], { to, actor, username, at }: SignInChange): MailMessage {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (kind === 'PASSWORD') {
    const text = lines(
      `${actor} set a new password for your Fairwatch account ${username} (${time}). You were signed out everywhere.`,
      `Ask ${actor} for the new password, sign in, and choose one of your own: until then ${actor} can sign in as you.`,
      unexpected(actor),
    );
    return { to, subject: 'A new password was set for your Fairwatch account', text };
  }
  const text = lines(
    `${actor} turned off two-factor sign-in of your Fairwatch account ${username} and removed its passkeys (${time}). You were signed out everywhere.`,
    'Until you set them up again, your password alone opens the account.',
    unexpected(actor),
  );
  return { to, subject: 'Two-factor sign-in of your Fairwatch account was reset', text };
}
