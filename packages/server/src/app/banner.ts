import { join } from 'node:path';
import { version } from '@fairwatch/contract';
import type { Config } from '../core/config/config.ts';
import { outboxFolder } from '../core/mail/outbox-mail.ts';
import type { FirstAdmin } from '../modules/accounts/first-admin.ts';

/** The text printed after the start. `address` is null when the server does not listen, `phones` is the number of simulated ones. */
export function bannerText(config: Config, address: string | null, admin: FirstAdmin, phones = 0): string {
  const lines: (readonly [string, string])[] = [
    ...(address === null ? [] : [['Address', address] as const]),
    ['Username', admin.username],
    ...(admin.generatedPassword === null
      ? []
      : [['Password', `${admin.generatedPassword}   (shown only now)`] as const]),
    ['Data', config.databaseUrl === null ? config.dataDir : `${config.dataDir}, and PostgreSQL at DATABASE_URL`],
    ...(config.smtpUrl === null ? [['Mail', `written to ${join(config.dataDir, outboxFolder)}`] as const] : []),
    ...(phones === 0 ? [] : [['Phones', `${phones} simulated`] as const]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const text = lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('');
  return `\nFairwatch ${version}${address === null ? '' : ' is running'}\n\n${text}\n`;
}
