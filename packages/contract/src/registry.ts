import type { Endpoint } from './shared/endpoint.ts';
import * as calls from './calls.ts';

/**
 * All endpoints, by path. The server refuses to start unless each has its handler. Marked as pure, so that the console's bundle contains
 * only the endpoints that it calls.
 */
export const endpoints: readonly Endpoint[] = /* @__PURE__ */ byPath(calls);

function byPath(exported: object): Endpoint[] {
  return [...new Set(endpointsIn(exported))].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The endpoints among the exports of some files, also those inside a device feature or another record. */
function endpointsIn(exported: object): Endpoint[] {
  return Object.values(exported).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null || '_zod' in value) return [];
    return isEndpoint(value) ? [value] : endpointsIn(value);
  });
}

function isEndpoint(value: object): value is Endpoint {
  return 'path' in value && 'access' in value && 'maxBodyBytes' in value;
}
