import type { NewsKind } from '@fairwatch/contract';
import type { Letter } from '../mail/letter.ts';
import type { Services } from '../services.ts';
import {
  claimReaders,
  dropDueMails,
  findDueNews,
  noteMailed,
  type DueNews,
  type MailReader,
} from './notification-mails.store.ts';

/** However much happens, an admin gets one mail in this time. */
const pauseMs = 15 * 60_000;
/** At most so many mails in one run, so that a slow mail server does not hold up a stop for long. */
const mailsPerRun = 50;

/** One and several of a kind, after their number. */
const words: Record<NewsKind, readonly [one: string, several: string]> = {
  TICKET_CREATED: ['new ticket', 'new tickets'],
  TICKET_REPLY: ['reply to a ticket', 'replies to tickets'],
  COMMAND_DONE: ['command finished', 'commands finished'],
  COMMAND_FAILED: ['command failed', 'commands failed'],
  DEVICE_JOINED: ['device joined', 'devices joined'],
  DEVICE_LEFT: ['device left', 'devices left'],
  DEVICE_ENDED: ['device was ended', 'devices were ended'],
  CONSENT_CHANGED: ['change of what is shared', 'changes of what is shared'],
  AUDIT_MISMATCH: ['log does not match', 'logs do not match'],
  REVIEW_DUE: ['review is due', 'reviews are due'],
  APPROVAL_ASKED: ['request to agree', 'requests to agree'],
  APPROVAL_DECIDED: ['decision about your request', 'decisions about your requests'],
  ACCOUNT_WAITING: ['account waits for approval', 'accounts wait for approval'],
};

/**
 * Mails admins what they chose to be mailed. To be called once a minute. It is a count by kind without names: mail travels in the open, and
 * who reads about a person is in that person's log only when they open the console.
 */
export async function sendDueMails(
  { db, mail, config, log }: Pick<Services, 'db' | 'mail' | 'config' | 'log'>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  // Without a mail server nobody was promised a mail, and a folder that nobody reads must not fill up.
  const sends = config.smtpUrl !== null;
  await dropDueMails(db, { all: !sends });
  if (!sends) return;
  for (const reader of await claimReaders(db, { pauseMs, most: mailsPerRun })) {
    if (signal?.aborted) return;
    const news = await findDueNews(db, reader);
    if (news.length === 0) continue;
    try {
      await mail.send(letterOf(reader, news, config.publicUrl));
      await noteMailed(db, reader.userId, Math.max(...news.map(({ newest }) => newest)));
    } catch (error) {
      log.warn(
        { err: error, event: 'notifications.mail_failed', userId: reader.userId },
        'Failed to mail notifications',
      );
    }
  }
}

function letterOf({ email }: MailReader, news: readonly DueNews[], publicUrl: string | null): Letter {
  const total = news.reduce((sum, { count }) => sum + count, 0);
  const lines = news.map(({ kind, count }) => `- ${count.toLocaleString('en')} ${words[kind][count === 1 ? 0 : 1]}`);
  const where = publicUrl === null ? 'in the console' : `at ${new URL('/notification', publicUrl).href}`;
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
