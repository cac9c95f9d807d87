import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outboxFolder } from '../core/mail/outbox-mail.ts';

/** The mails in a server's outbox, oldest first. */
export async function readOutbox(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, outboxFolder);
  const names = await readdir(folder).catch(() => []);
  return await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
}

/** The code in the last mail to an address; empty when there is none. */
export async function lastCode(dataDir: string, email: string): Promise<string> {
  const mail = (await readOutbox(dataDir)).findLast((text) => text.includes(`To: ${email}`));
  return /code: (\d{6})/.exec(mail ?? '')?.[1] ?? '';
}
