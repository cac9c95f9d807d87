import type { Mail } from './letter.ts';

/** A mail server that takes longer than this is as good as gone: somebody waits for the answer. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Hands mails to a mail server. The URL may carry its name and password; it is told to nobody. */
export function createSmtpMail(url: string, mailFrom: string): Mail {
  return {
    async send(letter) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url, ...patience });
      try {
        await transport.sendMail({ ...letter, from: mailFrom });
      } finally {
        transport.close();
      }
    },
  };
}
