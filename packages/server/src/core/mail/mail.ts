import { AppError } from '../app-error.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { CoreLogEvent } from '../log-events.ts';
import type { Mail } from './mail-message.ts';
import { createOutboxMail } from './outbox-mail.ts';

type MailConfig = Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom'>;

/** Creates the mail sender: by SMTP when a mail server is configured, otherwise into the outbox folder. */
export function createMail(config: MailConfig, log: Log<CoreLogEvent>): Mail {
  const { smtpUrl, mailFrom } = config;
  const mail = smtpUrl === null ? createOutboxMail(config) : createSmtpMail(smtpUrl, mailFrom);
  return {
    async send(message) {
      try {
        await mail.send(message);
      } catch (error) {
        // The error's message is not logged, because a mail server repeats the recipient in it.
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        log.error({ event: 'mail.send_failed', code, responseCode }, 'Failed to send a mail');
        throw new AppError('mail_not_sent');
      }
    },
  };
}

/** Timeouts in milliseconds. They are short, because a person waits for the response. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mails by SMTP. The URL may contain a password and is never logged. */
function createSmtpMail(url: string, mailFrom: string): Mail {
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url, ...timeouts });
      try {
        await transport.sendMail({ ...message, from: mailFrom });
      } finally {
        transport.close();
      }
    },
  };
}
