import { invitationLink } from '@fairwatch/contract';
import type { MailMessage } from '../../../core/mail/mail-message.ts';
import { mailText, paragraphs } from '../../../shared/texts/mail-text.ts';

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
  return {
    to,
    subject: mailText('invitation.subject', { sender }),
    text: paragraphs(
      mailText('hello'),
      mailText('invitation.invites', { sender, console: base }),
      mailText('invitation.open', { link: new URL(invitationLink(token), base).href }),
      mailText('invitation.once', { until }),
      mailText('invitation.forYou', { sender }),
    ),
  };
}

/** A username without what a mail program would turn into a link; one from before the rule for usernames can be any text. */
function shownUsername(username: string): string {
  return `"${username.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ').trim()}"`;
}
