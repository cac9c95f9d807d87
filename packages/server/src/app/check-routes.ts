import { endpoints, type Endpoint } from '@fairwatch/contract';
import type { Route } from '../shared/routes/route.ts';

/**
 * Throws unless every call of the contract has exactly one handler, every handler a call, and every call about one kind of data tells
 * that kind.
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
}
