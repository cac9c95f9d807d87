import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The last mail to an address, from the folder where mails are written without a mail server; empty when there is none. */
export async function lastMail(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const mail = mails.findLast((text) => text.includes(`To: ${email}`)) ?? '';
  // Long lines are folded in a mail (quoted-printable).
  return mail.replaceAll(/=\r?\n/g, '');
}

/** The verification code in the last mail to an address. */
export async function lastCode(dataDir: string, email: string): Promise<string> {
  return /code: (\d{6})/.exec(await lastMail(dataDir, email))?.[1] ?? '';
}
