import { takeAttempt } from '../../shared/attempts/attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../../shared/attempts/attempts.store.ts';
import type { Database } from '../../shared/schema/schema.ts';
import { networkOf } from '../../core/http/connections/caller-address.ts';

/** One try of an account's secret: its password or a code of its second factor. */
export interface Guess {
  kind: 'login' | 'second-factor';
  /** The account: its `normalizedName`, or its id. */
  of: string;
  address: string;
  /** True when the account usually signs in from this address. */
  usual: boolean;
}

interface GuessLimits {
  failures: number;
  windowMs: number;
  failuresOverall: number;
  overallWindowMs: number;
}

/** Returns the form of a username under which guesses are counted, so that all spellings of a name share one counter. */
export function normalizedName(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** The address stands first and has no space in it, so no username can imitate the key of another address. */
const fromAddress = ({ kind, of, address }: Omit<Guess, 'usual'>) => `${kind}:from:${networkOf(address)} ${of}`;
const overall = ({ kind, of, usual }: Guess) => `${kind}:${usual ? 'usual' : 'account'}:${of}`;

/**
 * Counts a guess before it is checked, and throws when there were too many from this address or over all addresses. Guesses
 * from the account's usual addresses have a counter of their own, so that an attacker elsewhere cannot lock its owner out
 * there.
 */
export async function takeGuess(db: Database, guess: Guess, allowed: GuessLimits): Promise<void> {
  const { failures, windowMs, failuresOverall, overallWindowMs } = allowed;
  await takeAttempt(db, { subject: fromAddress(guess), failures, windowMs });
  await takeAttempt(db, { subject: overall(guess), failures: failuresOverall, windowMs: overallWindowMs });
}

/** Resets the failures of this address after a right guess; failures from other addresses still count. */
export async function forgiveGuess(db: Database, guess: Guess): Promise<void> {
  await clearAttempts(db, fromAddress(guess));
  await forgiveAttempt(db, overall(guess));
}

/** Resets the wrong passwords of an account from one address, after its owner has proven by other means who they are. */
export async function forgiveLogins(db: Database, username: string, address: string): Promise<void> {
  await clearAttempts(db, fromAddress({ kind: 'login', of: normalizedName(username), address }));
}
