import { consoleLink, inLanguage, sourceLanguage } from '@fairwatch/contract';
import type { MailMessage } from '../../core/mail/mail-message.ts';
import type { Infrastructure } from '../infrastructure.ts';
import { mailText, paragraphs } from '../texts/mail-text.ts';
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

function letterOf({ email, language }: MailReader, counts: readonly DueCount[], publicUrl: string | null): MailMessage {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return inLanguage(language ?? sourceLanguage, () => {
    const lines = counts.map(({ kind, count }) =>
      mailText('news.line', { counted: mailText(`news.kinds.${kind}`, { count }) }),
    );
    return {
      to: email,
      subject: mailText('news.subject', { count: total }),
      text: paragraphs(
        mailText('news.since', { lines: lines.join('\n') }),
        publicUrl === null
          ? mailText('news.readInConsole')
          : mailText('news.read', { link: new URL(consoleLink('/notification'), publicUrl).href }),
        mailText('news.chosen'),
      ),
    };
  });
}
