import { guardianPageLink, legalBases, purposes } from '@fairwatch/contract';
import type { MailMessage } from '../../../../core/mail/mail-message.ts';
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
export function guardianMail({ email, ground, expiresAt, admin }: DueLink, { base, token, from }: Letter): MailMessage {
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const [sender, supervisor] = [usernameInMail(from), usernameInMail(admin)];
  const { purpose, legalBasis } = ground;
  const what = purpose === 'OTHER' ? '' : ` What for: ${purposes[purpose]} (legal basis: ${legalBases[legalBasis]}).`;
  const text = [
    'Hello,',
    `the admin ${sender} would like to supervise the device of a child in your care with Fairwatch. ${supervisor} would be its admin.${what}`,
    `Please read what that means, and sign or decline:\n${guardianPageLink(base, token)}`,
    `The link is for you alone; it is valid until ${until}. Until you sign, nobody can join with the child's passcode. Signing shares nothing: the child decides on the device what to share, and can leave at any time. Keep this mail: by the same link you can withdraw later, which ends it.`,
    `If you do not know ${sender}, please ignore this mail: nothing happens unless you sign.\n`,
  ].join('\n\n');
  return { to: email, subject: `${sender} asks you to sign for a child`, text };
}
