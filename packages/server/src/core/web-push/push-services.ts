/** The hosts of the push services of Chrome, Firefox, Safari and Edge. `*.` matches any subdomain. */
export const knownPushServices: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Parses the endpoint of a subscription; null unless it belongs to one of these services. Clients choose the endpoint, so this check
 * prevents requests to internal hosts (SSRF): HTTPS on the listed port, without credentials. Plain HTTP is allowed only for
 * listed hosts on this machine.
 */
export function pushAddress(endpoint: string, services: readonly string[]): URL | null {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isPlain = url.protocol === 'http:' && loopback.includes(url.hostname);
  if (url.protocol !== 'https:' && !isPlain) return null;
  return services.some((service) => matches(service, url.host)) ? url : null;
}

/** True when a listed service matches the host, which includes its port unless it is 443. */
function matches(service: string, host: string): boolean {
  if (!service.startsWith('*.')) return host === service;
  return host.endsWith(service.slice(1)) && host.length >= service.length;
}
