import {
  limits,
  type OutputOf,
  type remindPasscodes,
  companionPath,
  joinLink,
  inLanguage,
  sourceLanguage,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';
import {
  claimReminders,
  releaseReminders,
  type DueReminder,
  releaseAddresses,
  releaseQuota,
  takeAddresses,
  takeReminderQuota,
} from './passcode-reminders.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { MailMessage } from '../../../core/mail/mail-message.ts';
import { companionBase } from './companion-base.ts';
import { mailText, paragraphs } from '../../../shared/texts/mail-text.ts';
import { withGround } from './ground-in-mail.ts';
import { usernameInMail } from './username-in-mail.ts';

/** How many mails are sent at a time. */
const inParallel = 8;
/** After this many failures the mail server counts as unreachable, and the rest is not tried: each try may take its whole timeout. */
const failuresTolerated = 16;

/** A reminder with the keyed hash of its address. */
type Reminder = DueReminder & { addressHash: string };

/** Mails the people of these passcodes their link to join. What the mail server did not take can be sent again at once. */
export async function remindPeople(
  services: Services,
  call: Call<typeof remindPasscodes>,
): Promise<OutputOf<typeof remindPasscodes>> {
  const { db, mail, bus } = services;
  const { session, input, caller } = call;
  const base = companionBase(services, caller.origin);
  if (base === null) throw new AppError('no_public_address');
  const ids = new Set(input.ids);
  const due = await claimMails(services, call, [...ids]);
  const unsent: Reminder[] = [];
  const oneOf = createSemaphore(inParallel);
  const send = async (reminder: Reminder) => {
    if (unsent.length >= failuresTolerated) return void unsent.push(reminder);
    // The failure itself is logged by `mail`, without the address.
    await mail.send(reminderMail(reminder, { base, from: session.username })).catch(() => unsent.push(reminder));
  };
  try {
    await Promise.all(due.map((reminder) => oneOf(() => send(reminder))));
  } finally {
    await releaseReminders(db, unsent);
    await releaseQuota(db, session.userId, unsent);
  }
  const sent = due.length - unsent.length;
  if (sent === 0 && unsent.length > 0) throw new AppError('mail_not_sent');
  if (sent > 0) bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return { sent, skipped: ids.size - due.length, failed: unsent.length };
}

/**
 * Claims the mails that may be sent now: those of claimReminders to addresses that had none within a day, as many as this admin and all
 * admins may still send. The others can be reminded later.
 */
async function claimMails(
  { db, vault }: Services,
  { session, scope }: Call<typeof remindPasscodes>,
  ids: readonly number[],
): Promise<Reminder[]> {
  return await db.transaction().execute(async (transaction) => {
    const claimed = await claimReminders(transaction, scope, ids);
    const due = claimed.map((reminder): Reminder =>
      Object.assign(reminder, {
        addressHash: vault.mac('reminded address', reminder.email.toLowerCase()).toString('base64url'),
      }),
    );
    const free = await takeAddresses(transaction, due);
    const taken = await takeReminderQuota(transaction, session.userId, free.length);
    if (free.length > 0 && taken === 0) {
      throw new AppError('too_many_reminders', { count: limits.passcode.remindersPerAdmin });
    }
    const mails = free.slice(0, taken);
    await releaseAddresses(transaction, free.slice(taken));
    const sent = new Set(mails);
    await releaseReminders(
      transaction,
      due.filter((reminder) => !sent.has(reminder)),
    );
    return mails;
  });
}

/**
 * The mail that asks a person to join. `base` is the origin of the companion, `from` the admin who sends it. It goes to an address that
 * nobody has confirmed, so it says nothing in the words of an admin: no name, no purpose of their own, nothing but usernames. The page
 * behind the link shows the rest.
 */
function reminderMail(reminder: DueReminder, { base, from }: { base: string; from: string }): MailMessage {
  const { email, code, ground, expiresAt } = reminder;
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const [sender, admin] = [usernameInMail(from), usernameInMail(reminder.admin)];
  return inLanguage(reminder.language ?? sourceLanguage, () => ({
    to: email,
    subject: mailText('reminder.subject', { sender }),
    text: paragraphs(
      mailText('hello'),
      withGround(mailText('reminder.asks', { sender, admin }), ground),
      mailText('reminder.open', { link: joinLink(base, code) }),
      mailText('reminder.type', {
        address: `${base}${companionPath}`,
        passcode: `${code.slice(0, 4)} ${code.slice(4)}`,
        until,
      }),
      mailText('reminder.before'),
      mailText('reminder.unknown', { sender }),
    ),
  }));
}
