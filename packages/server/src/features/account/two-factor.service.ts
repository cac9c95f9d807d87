import {
  limits,
  type AccessFacts,
  type confirmTwoFactor,
  type OutputOf,
  type startTwoFactor,
  type twoFactor,
} from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { AppError } from '../../core/app-error.ts';
import { takeAttempt } from '../../core/attempt-limit.ts';
import { clearAttempts } from '../../core/attempts.store.ts';
import type { Database } from '../../core/database/schema.ts';
import type { Session } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { confirmOwner, confirmPassword, type OwnersCall } from '../../core/session/confirm-password.ts';
import { base32, findStep } from '../../core/session/two-factor/totp.ts';
import { makeRecoveryCodes, makeSecret, openSecret } from '../../core/session/two-factor/two-factor-secrets.ts';
import {
  countRecoveryCodes,
  deleteTwoFactor,
  enable,
  findTwoFactor,
  replaceRecoveryCodes,
  savePendingSecret,
} from '../../core/session/two-factor/two-factor.store.ts';

type Codes = OutputOf<typeof confirmTwoFactor>;

export async function readState({ db }: Services, { userId }: Session): Promise<OutputOf<typeof twoFactor>> {
  const factor = await findTwoFactor(db, userId);
  return {
    enabledAt: factor?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

/** Makes the secret. Until a code of it is confirmed, signing in stays as it was. */
export async function begin(
  services: Services,
  session: Session,
  password: string,
): Promise<OutputOf<typeof startTwoFactor>> {
  await confirmPassword(services, session, password);
  const { secret, sealed } = makeSecret(services.vault, session.userId);
  if (!(await savePendingSecret(services.db, session.userId, sealed))) throw new AppError('two_factor_state');
  const text = base32(secret);
  const name = `Fairwatch:${encodeURIComponent(session.username)}`;
  return { secret: text, uri: `otpauth://totp/${name}?secret=${text}&issuer=Fairwatch` };
}

/** Turns it on with the first code of the app, and tells the recovery codes. */
export async function confirm({ db, vault }: Services, session: Session, code: string): Promise<Codes> {
  const { userId } = session;
  const { failures, windowMs } = limits.twoFactor;
  // By session: codes that somebody else tries at the sign-in do not keep the owner from setting it up.
  const subject = `two-factor-setup:${session.tokenHash.toString('hex')}`;
  await takeAttempt(db, { subject, failures, windowMs });
  const factor = await findTwoFactor(db, userId);
  if (factor === null || factor.enabledAt !== null) throw new AppError('two_factor_state');
  const step = findStep(openSecret(vault, userId, factor.sealedSecret), code.replaceAll(/\s/g, ''), Date.now());
  if (step === null) throw new AppError('second_factor_refused');
  const { codes, hashes } = makeRecoveryCodes(vault, userId);
  await db.transaction().execute(async (transaction) => {
    await holdAccess(transaction);
    if (!(await enable(transaction, userId, step, factor.sealedSecret))) throw new AppError('two_factor_state');
    await replaceRecoveryCodes(transaction, userId, hashes);
    await record(transaction, session, { before: { twoFactor: 'off' }, after: { twoFactor: 'on' } });
  });
  await clearAttempts(db, subject);
  return { recoveryCodes: codes };
}

export async function renewCodes(services: Services, call: OwnersCall): Promise<Codes> {
  const { db, vault } = services;
  const { session } = call;
  await confirmOwner(services, call);
  const factor = await findTwoFactor(db, session.userId);
  if (!factor?.enabledAt) throw new AppError('two_factor_state');
  const { codes, hashes } = makeRecoveryCodes(vault, session.userId);
  await db.transaction().execute(async (transaction) => {
    await holdAccess(transaction);
    await replaceRecoveryCodes(transaction, session.userId, hashes);
    await record(transaction, session, { before: {}, after: { recoveryCodes: 'renewed' } });
  });
  return { recoveryCodes: codes };
}

export async function turnOff(services: Services, call: OwnersCall): Promise<null> {
  const { session } = call;
  await confirmOwner(services, call);
  await services.db.transaction().execute(async (transaction) => {
    await holdAccess(transaction);
    const wasOn = await deleteTwoFactor(transaction, session.userId);
    if (wasOn) await record(transaction, session, { before: { twoFactor: 'on' }, after: { twoFactor: 'off' } });
  });
  return null;
}

/** How an account is protected is part of who has access: those above can read when it changed. */
async function record(
  transaction: Database,
  { userId: id, username }: Session,
  facts: { before: AccessFacts; after: AccessFacts },
): Promise<void> {
  const own = { id, username };
  await appendAccess(transaction, { actor: own, account: own, action: 'TWO_FACTOR', ...facts });
}
