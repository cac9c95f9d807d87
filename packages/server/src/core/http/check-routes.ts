import { endpoints, type Endpoint } from '@fairwatch/contract';
import { checkReads } from '../devices/audit/reads/reads.ts';
import type { Route } from './route.ts';

/**
 * Every call of the contract has exactly one handler, and every handler a call; one that reads of a device says how that is logged.
 * Otherwise the server does not start.
 */
export function checkRoutes(routes: readonly Route[], declared: readonly Endpoint[] = endpoints): void {
  const handled = routes.map(({ endpoint }) => endpoint);
  const unhandled = declared.find((endpoint) => !handled.includes(endpoint));
  if (unhandled !== undefined) throw new Error(`The endpoint ${unhandled.path} has no route.`);
  const unknown = handled.find((endpoint) => !declared.includes(endpoint));
  if (unknown !== undefined) throw new Error(`The route ${unknown.path} is not in the contract's registry.`);
  const repeated = handled.find((endpoint, position) => handled.indexOf(endpoint) !== position);
  if (repeated !== undefined) throw new Error(`The endpoint ${repeated.path} has two routes.`);
  checkReads(declared);
}
