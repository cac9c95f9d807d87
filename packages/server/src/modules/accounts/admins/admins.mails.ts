import type { SignInAlert } from '@fairwatch/contract';
import type { MailMessage } from '../../../core/mail/mail-message.ts';

interface SignInChange {
  to: string;
  actor: string;
  username: string;
  at: Date;
}

const lines = (...texts: string[]) => `${texts.join('\n\n')}\n`;
const unexpected = (actor: string) =>
  `If you did not expect this, please tell a super admin of your Fairwatch at once, and not only ${actor}.`;

/** Sent to the owner of an account when another admin changed how the account signs in. */
export function signInChangeMail(kind: SignInAlert['kind'], { to, actor, username, at }: SignInChange): MailMessage {
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
