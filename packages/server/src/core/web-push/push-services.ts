/** The push services of Chrome, Firefox, Safari and Edge, by their hosts; `*.` stands for any name before it. */
export const knownPushServices: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The address of a subscription, if it is at one of these services. A device chooses where the server sends its pushes to, so
 * nothing but the list decides: HTTPS, the port of the list, no name or password. Without TLS only what is on this machine and
 * named by the owner.
 */
export function pushAddress(endpoint: string, services: readonly string[]): URL | null {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isPlain = url.protocol === 'http:' && loopback.includes(url.hostname);
  if (url.protocol !== 'https:' && !isPlain) return null;
  return services.some((service) => matches(service, url.host)) ? url : null;
}

/** `host` has its port unless it is the usual one. */
function matches(service: string, host: string): boolean {
  if (!service.startsWith('*.')) return host === service;
  return host.endsWith(service.slice(1)) && host.length >= service.length;
}
