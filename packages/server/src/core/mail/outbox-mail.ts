import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Mail } from './mail-message.ts';

export const outboxFolder = 'outbox';

/** Writes each mail to a file that only the server's user can read. */
export function createOutboxMail({ dataDir, mailFrom }: Pick<Config, 'dataDir' | 'mailFrom'>): Mail {
  const folder = join(dataDir, outboxFolder);
  return {
    async send(message) {
      // Loaded lazily, because most starts send no mail.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message: bytes } = await composer.sendMail({ ...message, from: mailFrom });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Names sort by time. The file is renamed when complete, so that a watcher never reads half a mail.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const draft = join(folder, `.${name}`);
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
  };
}
