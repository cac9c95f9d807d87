import { healthCheck } from '@fairwatch/contract';
import { call } from '../api/client.ts';

/** One poll: whether the server says that maintenance mode is on. */
export async function askMaintenance(): Promise<boolean> {
  const { data } = await call(healthCheck, {});
  return data.maintenance;
}
