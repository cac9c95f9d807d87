import { endpoints, type Endpoint } from '@fairwatch/contract';
import { checkReads } from '../shared/audit/reads/reads.ts';
import type { Route } from '../shared/routes/route.ts';

/**
 * Throws unless every call of the contract has exactly one handler, every handler a call, every read of device data declares how it
 * is logged, and every call what it tells about people.
 */
export function checkRoutes(routes: readonly Route[], declared: readonly Endpoint[] = endpoints): void {
  const handled = routes.map(({ endpoint }) => endpoint);
  const unhandled = declared.find((endpoint) => !handled.includes(endpoint));
  if (unhandled !== undefined) throw new Error(`The endpoint ${unhandled.path} has no route.`);
  const unknown = handled.find((endpoint) => !declared.includes(endpoint));
  if (unknown !== undefined) throw new Error(`The route ${unknown.path} is not in the contract's registry.`);
  const repeated = handled.find((endpoint, position) => handled.indexOf(endpoint) !== position);
  if (repeated !== undefined) throw new Error(`The endpoint ${repeated.path} has two routes.`);
  const undeclared = declared.find(
    ({ tells, device }) => !tells || (device?.capability && !tells.includes(device.capability)),
  );
  if (undeclared !== undefined) throw new Error(`The endpoint ${undeclared.path} does not declare what it tells.`);
  checkReads(declared);
}
