import { companionPath, joinLink, legalBases, purposes, type Ground } from '@fairwatch/contract';
import type { MailMessage } from '../../../core/mail/mail-message.ts';
import type { DueReminder } from './passcode-reminders.store.ts';

/**
 * The mail that asks a person to join. `base` is the origin of the companion, `from` the admin who sends it. It goes to an address that
 * nobody has confirmed, so it says nothing in the words of an admin: no name, no purpose of their own, nothing but usernames. The page
 * behind the link shows the rest.
 */
export function reminderMail(reminder: DueReminder, { base, from }: { base: string; from: string }): MailMessage {
  const { email, code, ground, expiresAt } = reminder;
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const [sender, admin] = [shownUsername(from), shownUsername(reminder.admin)];
  const text = [
    'Hello,',
    `the admin ${sender} asks you to join Fairwatch with your phone. ${admin} would then be its admin.${groundText(ground)}`,
    `Open this address on the phone:\n${joinLink(base, code)}`,
    `Or open ${base}${companionPath} and type the passcode ${code.slice(0, 4)} ${code.slice(4)}. It works once, until ${until}.`,
    'Before you join, the page shows what could be shared, with whom and what for. Everything is off until you switch it on, your phone shows that it is supervised, and you can leave at any time.',
    `If you do not know ${sender}, please ignore this mail: nothing happens unless you join.\n`,
  ].join('\n\n');
  return { to: email, subject: `${sender} asks you to join Fairwatch`, text };
}

/** A username without what a mail program would turn into a link; one from before the rule for usernames can be any text. */
function shownUsername(username: string): string {
  const words = username.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ').trim();
  return `"${words}"`;
}

/** The purpose where it is one of ours; the admin's own words are on the page. */
function groundText({ purpose, legalBasis }: Ground): string {
  return purpose === 'OTHER' ? '' : ` What for: ${purposes[purpose]} (legal basis: ${legalBases[legalBasis]}).`;
}
