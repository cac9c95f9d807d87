import type { OutputOf, remindPasscodes } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { createSemaphore } from '../../core/semaphore.ts';
import { claimReminders, releaseReminders, type DueReminder } from '../../domain/passcodes/passcode-reminders.store.ts';
import type { Call } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { reminderMail } from './reminder.mails.ts';

/** How many mails are sent at a time. */
const inParallel = 8;
/** After this many failures the mail server counts as unreachable, and the rest is not tried: each try may take its whole timeout. */
const failuresTolerated = 16;

/** Mails the people of these passcodes their link to join. What the mail server did not take can be sent again at once. */
export async function remindPeople(
  { db, mail, config, bus }: Services,
  { session, scope, input, caller }: Call<typeof remindPasscodes>,
): Promise<OutputOf<typeof remindPasscodes>> {
  // The called address is used only while mails stay on this machine: real mails must not carry a host that a request made up.
  const base = config.companionUrl ?? config.publicUrl ?? (config.smtpUrl === null ? caller.origin : null);
  if (base === null) throw new AppError('no_public_address');
  const ids = new Set(input.ids);
  const due = await claimReminders(db, scope, [...ids]);
  const unsent: DueReminder[] = [];
  const oneOf = createSemaphore(inParallel);
  const send = async (reminder: DueReminder) => {
    if (unsent.length >= failuresTolerated) return void unsent.push(reminder);
    // The failure itself is logged by `mail`, without the address.
    await mail.send(reminderMail(reminder, { base, from: session.username })).catch(() => unsent.push(reminder));
  };
  try {
    await Promise.all(due.map((reminder) => oneOf(() => send(reminder))));
  } finally {
    await releaseReminders(db, unsent);
  }
  const sent = due.length - unsent.length;
  if (sent === 0 && unsent.length > 0) throw new AppError('mail_not_sent');
  if (sent > 0) bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return { sent, skipped: ids.size - due.length, failed: unsent.length };
}
