import { AppError } from '../app-error.ts';
import type { Services } from '../services.ts';
import { bearerToken, hashToken } from '../session/session-token.ts';
import { findDeviceByToken } from './devices.store.ts';

/** The device behind a request that carries a device's own token. */
export interface CallingDevice {
  deviceId: number;
}

/** Who a device's token stands for. An admin's session is no device, and a device that left has no token. */
export async function authenticateDevice(
  { db }: Pick<Services, 'db'>,
  authorization: string | undefined,
): Promise<CallingDevice> {
  const tokenHash = hashToken(bearerToken(authorization) ?? '');
  const deviceId = tokenHash && (await findDeviceByToken(db, tokenHash));
  if (!deviceId) throw new AppError('authentication_required');
  return { deviceId };
}
