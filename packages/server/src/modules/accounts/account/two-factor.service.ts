import {
  limits,
  type AccessFacts,
  type confirmTwoFactor,
  type OutputOf,
  type startTwoFactor,
  type twoFactor,
} from '@fairwatch/contract';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { takeAttempt } from '../../../shared/attempts/attempt-limit.ts';
import { clearAttempts } from '../../../shared/attempts/attempts.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import { confirmOwner, confirmPassword, type OwnerRequest } from '../confirm-password.ts';
import { encodeBase32, findStep } from '../two-factor/totp.ts';
import { makeRecoveryCodes, makeSecret, openSecret } from '../two-factor/two-factor-secrets.ts';
import {
  countRecoveryCodes,
  deleteTwoFactor,
  enableTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  savePendingSecret,
} from '../two-factor/two-factor.store.ts';

type Codes = OutputOf<typeof confirmTwoFactor>;

export async function readTwoFactorState({ db }: Services, { userId }: Session): Promise<OutputOf<typeof twoFactor>> {
  const factor = await findTwoFactor(db, userId);
  return {
    enabledAt: factor?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

/** Creates the secret. Two-factor sign-in is enabled only once a code is confirmed. */
export async function beginTwoFactor(
  services: Services,
  session: Session,
  password: string,
): Promise<OutputOf<typeof startTwoFactor>> {
  await confirmPassword(services, session, password);
  const { secret, sealed } = makeSecret(services.vault, session.userId);
  if (!(await savePendingSecret(services.db, session.userId, sealed))) throw new AppError('two_factor_state');
  const text = encodeBase32(secret);
  const name = `Fairwatch:${encodeURIComponent(session.username)}`;
  return { secret: text, uri: `otpauth://totp/${name}?secret=${text}&issuer=Fairwatch` };
}

/** Enables two-factor sign-in with a first code of the app, and returns the recovery codes. */
export async function turnOnTwoFactor({ db, vault }: Services, session: Session, code: string): Promise<Codes> {
  const { userId } = session;
  const { failures, windowMs } = limits.twoFactor;
  // Attempts are counted per session, so that wrong codes entered elsewhere cannot block the owner's setup.
  const subject = `two-factor-setup:${session.tokenHash.toString('hex')}`;
  await takeAttempt(db, { subject, failures, windowMs });
  const factor = await findTwoFactor(db, userId);
  if (factor === null || factor.enabledAt !== null) throw new AppError('two_factor_state');
  const step = findStep(openSecret(vault, userId, factor.sealedSecret), code.replaceAll(/\s/g, ''), Date.now());
  if (step === null) throw new AppError('second_factor_refused');
  const { codes, hashes } = makeRecoveryCodes(vault, userId);
  await db.transaction().execute(async (transaction) => {
    await lockAccessLog(transaction);
    if (!(await enableTwoFactor(transaction, userId, step, factor.sealedSecret)))
      throw new AppError('two_factor_state');
    await replaceRecoveryCodes(transaction, userId, hashes);
    await logTwoFactorChange(transaction, session, { before: { twoFactor: 'off' }, after: { twoFactor: 'on' } });
  });
  await clearAttempts(db, subject);
  return { recoveryCodes: codes };
}

export async function issueRecoveryCodes(services: Services, call: OwnerRequest): Promise<Codes> {
  const { db, vault } = services;
  const { session } = call;
  await confirmOwner(services, call);
  const factor = await findTwoFactor(db, session.userId);
  if (!factor?.enabledAt) throw new AppError('two_factor_state');
  const { codes, hashes } = makeRecoveryCodes(vault, session.userId);
  await db.transaction().execute(async (transaction) => {
    await lockAccessLog(transaction);
    await replaceRecoveryCodes(transaction, session.userId, hashes);
    await logTwoFactorChange(transaction, session, { before: {}, after: { recoveryCodes: 'renewed' } });
  });
  return { recoveryCodes: codes };
}

export async function turnOffTwoFactor(services: Services, call: OwnerRequest): Promise<null> {
  const { session } = call;
  await confirmOwner(services, call);
  await services.db.transaction().execute(async (transaction) => {
    await lockAccessLog(transaction);
    const wasOn = await deleteTwoFactor(transaction, session.userId);
    if (wasOn)
      await logTwoFactorChange(transaction, session, { before: { twoFactor: 'on' }, after: { twoFactor: 'off' } });
  });
  return null;
}

/** Writes the change to the access log, where the account's superiors can read it. */
async function logTwoFactorChange(
  transaction: Database,
  { userId: id, username }: Session,
  facts: { before: AccessFacts; after: AccessFacts },
): Promise<void> {
  const own = { id, username };
  await appendAccess(transaction, { actor: own, account: own, action: 'TWO_FACTOR', ...facts });
}
