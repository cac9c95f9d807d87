import { canAskFor, type AskedKind } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Session } from '../../../shared/session.ts';

/** Throws unless an admin may ask for each of these kinds: by the same rule as for a request to a device that has joined. */
export function checkAsked(session: Session, asked: readonly AskedKind[]): void {
  if (!asked.every(({ capability }) => canAskFor(session, capability))) throw new AppError('not_allowed');
}
