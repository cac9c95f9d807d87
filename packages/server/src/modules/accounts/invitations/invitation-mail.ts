import { invitationLink } from '@fairwatch/contract';
import type { MailMessage } from '../../../core/mail/mail-message.ts';

interface Letter {
  to: string;
  /** The origin of the console. */
  base: string;
  token: string;
  /** The username of whoever invites. */
  from: string;
  expiresAt: string;
}

/**
 * The mail with the link of an invitation. It goes to an address that nobody has confirmed, so it says nothing in the words of an admin: the
 * page behind the link shows the rest.
 */
export function invitationMail({ to, base, token, from, expiresAt }: Letter): MailMessage {
  const sender = shownUsername(from);
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const text = [
    'Hello,',
    `the admin ${sender} invites you as a colleague to their Fairwatch, the console at ${base}.`,
    `Open this address:\n${new URL(invitationLink(token), base).href}`,
    `It works once, until ${until}. Before you accept, the page shows what your account will be able to see and do.`,
    `Please pass it on to nobody: whoever opens it first gets the account. If you do not know ${sender}, please ignore this mail.\n`,
  ].join('\n\n');
  return { to, subject: `${sender} invites you to Fairwatch`, text };
}

/** A username without what a mail program would turn into a link; one from before the rule for usernames can be any text. */
function shownUsername(username: string): string {
  return `"${username.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ').trim()}"`;
}
