import { limits, type ErrorCode } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Services } from '../../../shared/services/services.ts';
import { forgiveGuess, takeGuess } from '../guess-limit.ts';
import { isUsualAddress } from '../../../shared/sessions/usual-addresses.ts';
import { openSecret, hashRecoveryCode } from './two-factor-secrets.ts';
import { findTwoFactor, spendRecoveryCode, spendStep } from './two-factor.store.ts';
import { findStep } from './totp.ts';

type Needs = Pick<Services, 'db' | 'vault'>;

/**
 * Checks the second factor of an account that has one; throws without a right code that was not used before. Call it only
 * after the password was right, because the answer reveals that the account has a second factor. `missing` is the error for
 * a request without a code.
 */
export async function checkSecondFactor(
  services: Needs,
  userId: number,
  code: string | undefined,
  address: string,
  missing: ErrorCode = 'second_factor_required',
): Promise<void> {
  const { db } = services;
  const factor = await findTwoFactor(db, userId);
  if (!factor?.enabledAt) return;
  if (code === undefined || code === '') throw new AppError(missing);
  const usual = await isUsualAddress(services, userId, address);
  const guess = { kind: 'second-factor', of: String(userId), address, usual } as const;
  await takeGuess(db, guess, limits.twoFactor);
  if (!(await spendCode(services, userId, factor.sealedSecret, code))) throw new AppError('second_factor_refused');
  await forgiveGuess(db, guess);
}

async function spendCode(services: Needs, userId: number, sealedSecret: Buffer, code: string): Promise<boolean> {
  const { db, vault } = services;
  const plain = code.replaceAll(/[\s-]/g, '');
  if (plain.length !== limits.twoFactor.digits) {
    return await spendRecoveryCode(db, userId, hashRecoveryCode(vault, userId, plain));
  }
  const step = findStep(openSecret(vault, userId, sealedSecret), plain, Date.now());
  return step !== null && (await spendStep(db, userId, step));
}
