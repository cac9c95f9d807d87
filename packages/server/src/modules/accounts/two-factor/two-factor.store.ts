import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';

export interface TwoFactorRow {
  sealedSecret: Buffer;
  enabledAt: Date | null;
}

/** Null for an account that never started to set up two-factor sign-in. */
export async function findTwoFactor(db: Database, userId: number): Promise<TwoFactorRow | null> {
  const row = await db
    .selectFrom('two_factor')
    .select(['sealed_secret as sealedSecret', 'enabled_at as enabledAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores the secret of a set-up that is not confirmed yet. False when two-factor sign-in is already on: a session alone must
 * not replace its secret.
 */
export async function savePendingSecret(db: Database, userId: number, sealedSecret: Buffer): Promise<boolean> {
  const saved = await db
    .insertInto('two_factor')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret })
        .where('two_factor.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return saved !== undefined;
}

/**
 * Turns two-factor sign-in on after the first right code. False when it is already on, or when the secret was replaced
 * meanwhile.
 */
export async function enableTwoFactor(
  db: Database,
  userId: number,
  step: number,
  sealedSecret: Buffer,
): Promise<boolean> {
  const changed = await db
    .updateTable('two_factor')
    .set({ enabled_at: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('enabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Marks the code of a time step as used. False when it or a later one was used before. */
export async function spendStep(db: Database, userId: number, step: number): Promise<boolean> {
  const used = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function replaceRecoveryCodes(db: Database, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Deletes a recovery code so that it counts once. False when the account has no such code. */
export async function spendRecoveryCode(db: Database, userId: number, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { amount } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('amount'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return amount;
}

/** Turns two-factor sign-in off; the foreign key deletes its recovery codes. Returns true when it was on. */
export async function deleteTwoFactor(db: Database, userId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .returning('enabled_at')
    .executeTakeFirst();
  return removed !== undefined && removed.enabled_at !== null;
}
