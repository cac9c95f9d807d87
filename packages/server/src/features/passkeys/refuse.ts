import { AppError } from '../../core/app-error.ts';
import { describeError } from '../../core/describe-error.ts';
import type { Services } from '../../core/services.ts';

/** Says no without a reason, which only helps whoever tries. The log has it: often the address is not the one expected. */
export function refuse({ log }: Pick<Services, 'log'>): (error: unknown) => never {
  return (error) => {
    log.info({ reason: describeError(error) }, 'a passkey was refused');
    throw new AppError('passkey_refused');
  };
}
