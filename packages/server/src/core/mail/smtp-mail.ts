import type { Mail } from './mail-message.ts';

/** Timeouts in milliseconds. They are short, because a person waits for the response. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mails by SMTP. The URL may contain a password and is never logged. */
export function createSmtpMail(url: string, mailFrom: string): Mail {
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
