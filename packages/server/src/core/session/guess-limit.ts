import { takeAttempt } from '../attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../attempts.store.ts';
import type { Database } from '../database/schema.ts';
import { networkOf } from '../http/caller-address.ts';

/** Somebody tries a secret of an account. */
export interface Guess {
  kind: 'login' | 'second-factor';
  /** The account: its `guessedName`, or its id. */
  of: string;
  address: string;
  /** Whether the account usually signs in from this address. */
  usual: boolean;
}

interface GuessLimits {
  failures: number;
  windowMs: number;
  failuresOverall: number;
  overallWindowMs: number;
}

/** A name as guesses are counted by it: however it is typed, it is the same account. */
export function guessedName(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** The address first: it has no space, so no name can read like an address and a name. */
const fromAddress = ({ kind, of, address }: Omit<Guess, 'usual'>) => `${kind}:from:${networkOf(address)} ${of}`;
const overall = ({ kind, of, usual }: Guess) => `${kind}:${usual ? 'usual' : 'account'}:${of}`;

/**
 * Counts a guess before it is checked, and throws when there were too many: from this address, or over all addresses. What
 * comes from an account's usual addresses is counted apart, so that nobody elsewhere can shut its owner out there.
 */
export async function takeGuess(db: Database, guess: Guess, allowed: GuessLimits): Promise<void> {
  const { failures, windowMs, failuresOverall, overallWindowMs } = allowed;
  await takeAttempt(db, { subject: fromAddress(guess), failures, windowMs });
  await takeAttempt(db, { subject: overall(guess), failures: failuresOverall, windowMs: overallWindowMs });
}

/** The guess was right: failures from this address are forgotten, those from elsewhere still count. */
export async function forgiveGuess(db: Database, guess: Guess): Promise<void> {
  await clearAttempts(db, fromAddress(guess));
  await forgiveAttempt(db, overall(guess));
}

/** Forgets the wrong passwords of an account from one address: its owner has proven there, by other means, who they are. */
export async function forgiveLogins(db: Database, username: string, address: string): Promise<void> {
  await clearAttempts(db, fromAddress({ kind: 'login', of: guessedName(username), address }));
}
