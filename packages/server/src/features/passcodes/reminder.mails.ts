import { companionPath, groundNotStated, joinLink, legalBases, purposeTitle, type Ground } from '@fairwatch/contract';
import type { MailMessage } from '../../core/mail/mail-message.ts';
import type { DueReminder } from '../../domain/passcodes/passcode-reminders.store.ts';

/** The mail that asks a person to join. `base` is the origin of the companion, `from` the admin who sends it. */
export function reminderMail(reminder: DueReminder, { base, from }: { base: string; from: string }): MailMessage {
  const { email, name, code, admin, ground, expiresAt } = reminder;
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const text = [
    name === '' ? 'Hello,' : `Hello ${name},`,
    `${from} asks you to join Fairwatch with your phone. ${admin} would then be its admin.${groundText(ground)}`,
    `Open this address on the phone:\n${joinLink(base, code)}`,
    `Or open ${base}${companionPath} and type the passcode ${code.slice(0, 4)} ${code.slice(4)}. It works once, until ${until}.`,
    'Before you join, the page shows what could be shared and with whom. Everything is off until you switch it on, your phone shows that it is supervised, and you can leave at any time.',
    `If you do not know ${from}, please ignore this mail: nothing happens unless you join.\n`,
  ].join('\n\n');
  return { to: email, subject: `${from} asks you to join Fairwatch`, text };
}

function groundText(ground: Ground): string {
  if (purposeTitle(ground) === purposeTitle(groundNotStated)) return '';
  const guardian = ground.guardian === null ? '' : `; parent or guardian: ${ground.guardian}`;
  return ` What for: ${purposeTitle(ground)} (legal basis: ${legalBases[ground.legalBasis]}${guardian}).`;
}
