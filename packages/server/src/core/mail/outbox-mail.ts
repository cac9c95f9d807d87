import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Mail } from './letter.ts';

export const outboxFolder = 'outbox';

/** Writes each mail into a file of its own, which only the owner of the server may read. */
export function createOutboxMail({ dataDir, mailFrom }: Pick<Config, 'dataDir' | 'mailFrom'>): Mail {
  const folder = join(dataDir, outboxFolder);
  return {
    async send(letter) {
      // Loaded with the first mail: most starts send none.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail({ ...letter, from: mailFrom });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Names sort by time. Under its name it is whole: whoever watches the folder never reads half a mail.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const draft = join(folder, `.${name}`);
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
  };
}
