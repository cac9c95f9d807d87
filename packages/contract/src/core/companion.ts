/** The path of the companion, an app of its own. The console has no route below it. */
export const companionPath = '/companion';

/** The path prefix of the device API, and of nothing else. The companion's content security policy allows connections only to it. */
export const deviceProtocolPath = '/device/v1/';

/** The path of the certificate of the installation's own CA, on servers that use one. */
export const localCaPath = '/local-ca.crt';

/** The health checks of balancers: the process answers, and the server can take devices and requests. */
export const livePath = '/health/live';
export const readyPath = '/health/ready';

/**
 * The address by which a person joins with a passcode. The passcode is a fragment, which browsers do not send: it stays out of
 * logs. `base` is where the companion is served: an origin without a path.
 */
export function joinLink(base: string, passcode: string): string {
  return `${base}${companionPath}/join#${encodeURIComponent(passcode)}`;
}

/** The page on which a guardian reads the notice and signs for a minor. */
export const guardianPath = '/guardian';

/** The address of that page. The token is a fragment, as in `joinLink`. */
export function guardianPageLink(base: string, token: string): string {
  return `${base}${companionPath}${guardianPath}#${token}`;
}
