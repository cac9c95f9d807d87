import type { Logger } from 'pino';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import type { Mail } from './letter.ts';
import { createOutboxMail } from './outbox-mail.ts';
import { createSmtpMail } from './smtp-mail.ts';

type MailConfig = Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom'>;

/** By a mail server when there is one, else into a folder that the owner can read. */
export function createMail(config: MailConfig, log: Logger): Mail {
  const { smtpUrl, mailFrom } = config;
  const mail = smtpUrl === null ? createOutboxMail(config) : createSmtpMail(smtpUrl, mailFrom);
  return {
    async send(letter) {
      try {
        await mail.send(letter);
      } catch (error) {
        // Not its text: a mail server's refusal repeats whom the mail was for.
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        log.error({ code, responseCode }, 'a mail could not be sent');
        throw new AppError('mail_not_sent');
      }
    },
  };
}
