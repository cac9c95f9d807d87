import { version } from '@fairwatch/contract';
import { ownAddress } from '../../core/http/connections/listen-address.ts';
import type { Infrastructure } from '../infrastructure.ts';
import type { NodeReport } from './presence.store.ts';

/** The largest value of an integer column. */
const maxInteger = 2 ** 31 - 1;

/** Returns the function that makes what this server tells about itself with each renewal of its lease. */
export function createServerReport({
  server,
  config,
}: Pick<Infrastructure, 'server' | 'config'>): (now: Pick<NodeReport, 'devices' | 'lagMs'>) => NodeReport {
  const { id, name } = server;
  const about = { id, name, version, address: ownAddress(config), startedAt: new Date() };
  return ({ devices, lagMs }) => ({ ...about, devices, lagMs: Math.min(Math.max(0, Math.round(lagMs)), maxInteger) });
}
