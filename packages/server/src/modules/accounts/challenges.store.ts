import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';

const challengeBytes = 32;

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();

/**
 * Stores a new WebAuthn challenge and returns it; only its hash is stored. `sessionHash` is the session that adds a passkey;
 * null for signing in.
 */
export async function createChallenge(db: Database, sessionHash: Buffer | null): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url');
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOf(challenge),
      session_hash: sessionHash,
      expires_at: sql`now() + ${limits.passkey.lifetimeMs} * interval '1 millisecond'`,
    })
    .execute();
  return challenge;
}

/**
 * Deletes a challenge so that it counts once. False when it does not exist, belongs to another session, has expired or was
 * used before.
 */
export async function spendChallenge(db: Database, challenge: string, sessionHash: Buffer | null): Promise<boolean> {
  const spent = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where(sql<boolean>`session_hash is not distinct from ${sessionHash}::bytea`)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge_hash')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes passkey challenges that have expired. */
export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await db
    .deleteFrom('passkey_challenges')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
