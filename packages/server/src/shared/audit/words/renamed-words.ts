import { quoted, type AuditDetails, type LogReader } from '@fairwatch/contract';
import { logText } from './log-texts.ts';

/** A change of a name, or of how the person is reached, with both in quotes. */
export function renamed(
  what: 'device' | 'nickname' | 'email' | 'phone',
  { before, after }: Readonly<AuditDetails>,
  reader: LogReader,
): string {
  const change = after ? (before ? 'fromTo' : 'to') : 'toNone';
  const names = { before: quoted(String(before)), after: quoted(String(after)) };
  return what === 'device'
    ? logText(`renamed.device.${change}`, names)
    : logText(`renamed.${what}.${change}.${reader}`, names);
}
