import { consoleLink, type NotificationKind } from '@fairwatch/contract';
import type { MailMessage } from '../../core/mail/mail-message.ts';
import type { Infrastructure } from '../infrastructure.ts';
import {
  claimReaders,
  dropDueMails,
  findDueCounts,
  markMailed,
  type DueCount,
  type MailReader,
} from './notification-mails.store.ts';

/** An admin gets at most one mail in this time. */
const pauseMs = 15 * 60_000;
/** The most mails in one run, so that a slow mail server does not delay a shutdown for long. */
const mailsPerRun = 50;

/** The nouns for each kind in singular and plural. */
const words: Record<NotificationKind, readonly [one: string, several: string]> = {
  TICKET_CREATED: ['new request', 'new requests'],
  TICKET_REPLY: ['reply to a request', 'replies to requests'],
  COMMAND_DONE: ['command finished', 'commands finished'],
  COMMAND_FAILED: ['command failed', 'commands failed'],
  COMMAND_DECLINED: ['command declined', 'commands declined'],
  DEVICE_JOINED: ['device joined', 'devices joined'],
  DEVICE_LEFT: ['device left', 'devices left'],
  DEVICE_ENDED: ['device was ended', 'devices were ended'],
  CONSENT_CHANGED: ['change of what is shared', 'changes of what is shared'],
  AUDIT_MISMATCH: ['log does not match', 'logs do not match'],
  REVIEW_DUE: ['review is due', 'reviews are due'],
  APPROVAL_ASKED: ['request to agree', 'requests to agree'],
  APPROVAL_DECIDED: ['decision about your request', 'decisions about your requests'],
  ACCOUNT_WAITING: ['account waits for approval', 'accounts wait for approval'],
  INVITATION_ACCEPTED: ['accepted invitation', 'accepted invitations'],
  GUARDIAN_DECLINED: ['guardian declined or withdrew', 'guardians declined or withdrew'],
  RUN_DONE: ['job finished', 'jobs finished'],
  RUN_INCOMPLETE: ['job finished with problems', 'jobs finished with problems'],
  ALERT: ['alert', 'alerts'],
};

/**
 * Mails admins the notifications that they want by mail. Call it once a minute. A mail has counts by kind without names,
 * because mail is not encrypted, and because reading about a person is logged only in the console.
 */
export async function sendDueMails(
  { db, mail, config, log }: Pick<Infrastructure, 'db' | 'mail' | 'config' | 'log'>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  // Without a mail server the mails are dropped, because an outbox folder that nobody reads must not fill up.
  const sends = config.smtpUrl !== null;
  await dropDueMails(db, { all: !sends });
  if (!sends) return;
  for (const reader of await claimReaders(db, { pauseMs, most: mailsPerRun })) {
    if (signal?.aborted) return;
    const counts = await findDueCounts(db, reader);
    if (counts.length === 0) continue;
    try {
      await mail.send(letterOf(reader, counts, config.publicUrl));
      await markMailed(db, reader.userId, Math.max(...counts.map(({ newest }) => newest)));
    } catch (error) {
      log.warn(
        { err: error, event: 'notifications.mail_failed', userId: reader.userId },
        'Failed to mail notifications',
      );
    }
  }
}

function letterOf({ email }: MailReader, counts: readonly DueCount[], publicUrl: string | null): MailMessage {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const lines = counts.map(({ kind, count }) => `- ${count.toLocaleString('en')} ${words[kind][count === 1 ? 0 : 1]}`);
  const where = publicUrl === null ? 'in the console' : `at ${new URL(consoleLink('/notification'), publicUrl).href}`;
  return {
    to: email,
    subject: `Fairwatch: ${total.toLocaleString('en')} new ${total === 1 ? 'notification' : 'notifications'}`,
    text: [
      `Since the last mail:\n${lines.join('\n')}`,
      `Read them ${where}. This mail names nobody, because mail is not sealed.`,
      'You chose mail for these kinds on your account page. At most one such mail is sent in 15 minutes.\n',
    ].join('\n\n'),
  };
}
