import { AppError } from '../../../core/app-error.ts';
import { describeError } from '../../../core/describe-error.ts';
import type { Services } from '../../../shared/services/services.ts';

/** Throws the same error for every failure, which tells an attacker nothing. The log has the reason, often an unexpected origin. */
export function refusePasskey({ log }: Pick<Services, 'log'>): (error: unknown) => never {
  return (error) => {
    log.info({ event: 'passkey.refused', reason: describeError(error) }, 'Refused a passkey');
    throw new AppError('passkey_refused');
  };
}
