import { limits, type Passcode } from '@fairwatch/contract';

/** True for a passcode whose person can be reminded now. The server checks the same and skips the others. */
export function canBeReminded({ state, email, remindedAt, signing }: Passcode, now: Date): boolean {
  if (state !== 'VALID' || email === '') return false;
  if (signing?.state === 'WAITING') return false;
  return remindedAt === null || now.getTime() - Date.parse(remindedAt) >= limits.passcode.remindEveryMs;
}
