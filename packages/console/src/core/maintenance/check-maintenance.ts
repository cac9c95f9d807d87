import { healthCheck } from '@fairwatch/contract';
import { call } from '../api/client.ts';

/** Asks the server whether maintenance mode is on. */
export async function checkMaintenance(): Promise<boolean> {
  const { data } = await call(healthCheck, {});
  return data.maintenance;
}
