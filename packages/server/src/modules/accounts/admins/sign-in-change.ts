import { inLanguage, sourceLanguage, type Endpoint, type SignInAlert } from '@fairwatch/contract';
import { mailText, paragraphs } from '../../../shared/texts/mail-text.ts';
import { appendAudits } from '../../../shared/audit/audit.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findMailReader } from '../accounts.store.ts';
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
  const reader = await findMailReader(db, target.id);
  if (reader === null) return;
  const facts = { to: reader.email, actor: actor.username, username: target.username, at: new Date() };
  const letter = inLanguage(reader.language ?? sourceLanguage, () => signInChangeMail(kind, facts));
  await mail.send(letter).catch(() => {});
}

interface SignInChange {
  to: string;
  actor: string;
  username: string;
  at: Date;
}

/** Sent to the owner of an account when another admin changed how the account signs in. */
function signInChangeMail(kind: SignInAlert['kind'], { to, actor, username, at }: SignInChange): MailMessage {
  const facts = { actor, username, time: `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` };
  const [what, next] = kind === 'PASSWORD' ? (['password', 'askFor'] as const) : (['reset', 'alone'] as const);
  return {
    to,
    subject: mailText(`signIn.${what}Subject`),
    text: paragraphs(
      mailText(`signIn.${what}`, facts),
      mailText(`signIn.${next}`, facts),
      mailText('signIn.unexpected', facts),
    ),
  };
}
