import { canAskFor, type AskedKind } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { kindNotUsedError } from '../../consent/device-access.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';

/**
 * Throws unless an admin may ask for each of these kinds: by the same rule as for a request to a device that has joined. A kind that this
 * installation does not use is refused, too.
 */
export async function checkAsked(
  { face }: Pick<Services, 'face'>,
  session: Session,
  asked: readonly AskedKind[],
): Promise<void> {
  const { usedKinds } = await face.read();
  for (const { capability } of asked) {
    if (!usedKinds.includes(capability)) throw kindNotUsedError(capability);
    if (!canAskFor(session, capability)) throw new AppError('not_allowed');
  }
}
