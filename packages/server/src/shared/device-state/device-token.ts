import { AppError } from '../../core/app-error.ts';
import type { Services } from '../services/services.ts';
import { bearerToken, hashToken } from '../../core/http/bearer-token.ts';
import { findDeviceByToken } from './devices.store.ts';

/** The device behind a request that carries a device's own token. */
export interface CallingDevice {
  deviceId: number;
}

/**
 * Finds the device of a token; throws when there is none. A session of an admin is not accepted, and a device that left has
 * no token.
 */
export async function authenticateDevice(
  { db }: Pick<Services, 'db'>,
  authorization: string | undefined,
): Promise<CallingDevice> {
  const tokenHash = hashToken(bearerToken(authorization) ?? '');
  const deviceId = tokenHash && (await findDeviceByToken(db, tokenHash));
  if (!deviceId) throw new AppError('authentication_required');
  return { deviceId };
}
