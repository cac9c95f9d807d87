import { guardianPageLink, inLanguage, sourceLanguage } from '@fairwatch/contract';
import type { MailMessage } from '../../../../core/mail/mail-message.ts';
import { mailText, paragraphs } from '../../../../shared/texts/mail-text.ts';
import { withGround } from '../ground-in-mail.ts';
import { usernameInMail } from '../username-in-mail.ts';
import type { DueLink } from './guardian-links.store.ts';

interface Letter {
  /** The origin of the companion. */
  base: string;
  token: string;
  /** The username of who sends it. */
  from: string;
}

/**
 * The mail with the link of a guardian. It goes to an address that nobody has confirmed, so it says nothing in the words of an admin and no
 * name of a child: the page behind the link shows the rest.
 */
export function guardianMail(
  { email, ground, expiresAt, admin, language }: DueLink,
  { base, token, from }: Letter,
): MailMessage {
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const sender = usernameInMail(from);
  return inLanguage(language ?? sourceLanguage, () => ({
    to: email,
    subject: mailText('guardian.subject', { sender }),
    text: paragraphs(
      mailText('hello'),
      withGround(mailText('guardian.asks', { sender, admin: usernameInMail(admin) }), ground),
      mailText('guardian.read', { link: guardianPageLink(base, token) }),
      mailText('guardian.valid', { until }),
      mailText('guardian.unknown', { sender }),
    ),
  }));
}
