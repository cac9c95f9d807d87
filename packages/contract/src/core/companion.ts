/** Where the companion is served, from the root of the server. A page of its own; the console has no route below it. */
export const companionPath = '/companion';

/** Everything that devices call lies below this path, and nothing else does. A companion's page may connect to nothing else. */
export const deviceProtocolPath = '/device/v1/';

/** Where a phone fetches the certificate of the installation's own CA, on servers that use one. */
export const localCaPath = '/local-ca.crt';

/**
 * The address by which a person joins with a passcode. The passcode is a fragment, which browsers do not send: it stays out of
 * logs. `base` is where the companion is served: an origin without a path.
 */
export function joinLink(base: string, passcode: string): string {
  return `${base}${companionPath}/join#${encodeURIComponent(passcode)}`;
}
