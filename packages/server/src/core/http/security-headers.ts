import { isIP } from 'node:net';
import { companionPath, deviceProtocolPath, logout } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isOfCompanion } from './companion-host.ts';

type HeaderConfig = Pick<Config, 'publicUrl' | 'companionUrl' | 'consoleOrigins' | 'mapStyleUrl'>;

/** Which program a page belongs to: each may do only what it needs. */
type Area = 'console' | 'companion';

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** What neither of them uses. */
const deniedFeatures =
  'accelerometer=(), display-capture=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), ' +
  'midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

/** What a browser may let a page use, after it has asked whoever sits before it. */
const permissionsPolicies: Readonly<Record<Area, string>> = {
  // The microphone is for voice messages to a ticket.
  console: `${deniedFeatures}, camera=(), geolocation=(), microphone=(self)`,
  companion: `${deniedFeatures}, camera=(self), geolocation=(self), microphone=(self)`,
};

/** Host headers end up in a policy, so only what a host may look like is taken. */
const hostPattern = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

/** What a browser may do with our answers: our own scripts only, no frames, no referrer. `host` is the one that was called. */
export function securityHeaders(config: HeaderConfig, host: string, area: Area = 'console'): Record<string, string> {
  const address = (area === 'companion' ? config.companionUrl : null) ?? config.publicUrl;
  const headers: Record<string, string> = {
    ...fixedHeaders,
    'permissions-policy': permissionsPolicies[area],
    'content-security-policy': (area === 'companion' ? companionPolicy : consolePolicy)(config, host).join('; '),
  };
  if (address !== null && asksForHttps(address)) headers['strict-transport-security'] = 'max-age=31536000';
  return headers;
}

function consolePolicy({ publicUrl, consoleOrigins, mapStyleUrl }: HeaderConfig, host: string): string[] {
  const own = publicUrl === null ? host : new URL(publicUrl).host;
  const schemes = publicUrl?.startsWith('https:') ? ['wss'] : ['ws', 'wss'];
  const sockets = hostPattern.test(own) ? schemes.map((scheme) => ` ${scheme}://${own}`).join('') : '';
  // An outside origin only when the owner chose it: the style of the map, its tiles, letters and icons.
  const map = mapStyleUrl === null ? '' : ` ${new URL(mapStyleUrl).origin}`;
  // A console that this server serves may be built for the server at one of these. A policy cannot name an IPv6 address.
  const named = consoleOrigins.filter((origin) => !origin.includes('['));
  const servers = named.map((origin) => ` ${origin}`).join('');
  const otherSockets = named.map((origin) => ` ${origin.replace(/^http/, 'ws')}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    // The component library writes style elements while it runs.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob:${servers}${map}`,
    // A recording is listened to before it is sent.
    `media-src 'self' blob:${servers}`,
    // The browser's viewer of PDF files, for bytes that the page has fetched itself. No page is ever framed.
    'frame-src blob:',
    `connect-src 'self'${sockets}${servers}${otherSockets}${map}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
}

/**
 * A page of the companion connects to the device protocol and reads its own files, and nothing else: should a script of somebody else
 * run in it, the console's calls stay out of its reach.
 */
function companionPolicy(config: HeaderConfig, host: string): string[] {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    `connect-src ${companionSources(config, host).join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
}

/** Where a page of the companion may connect to: the host it was fetched from, under each name that this may have. */
function companionSources({ publicUrl, companionUrl }: HeaderConfig, host: string): string[] {
  const address = companionUrl ?? publicUrl;
  const hosts = new Set(
    [host, ...(address === null ? [] : [new URL(address).host])].filter((each) => hostPattern.test(each)),
  );
  // A policy cannot name an IPv6 address, nor a host that sends no usable name: such a page may reach its whole origin.
  if (hosts.size === 0 || [...hosts].some((each) => each.startsWith('['))) return ["'self'"];
  const isHttps = address?.startsWith('https:') ?? false;
  const web = (isHttps ? ['https'] : ['http', 'https']).flatMap((scheme) => [
    [scheme, deviceProtocolPath],
    [scheme, `${companionPath}/`],
  ]);
  const sockets = (isHttps ? ['wss'] : ['ws', 'wss']).map((scheme) => [scheme, deviceProtocolPath]);
  return [...hosts].flatMap((each) => [...web, ...sockets].map(([scheme, path]) => `${scheme}://${each}${path}`));
}

/** Not for `localhost`, where it would concern every other program on this machine; browsers ignore it for numbers. */
function asksForHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && hostname !== 'localhost' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}

/** Puts them on every answer, whatever route it comes from. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    const area = isOfCompanion(request.routeOptions.url) ? 'companion' : 'console';
    reply.headers(securityHeaders(config, request.host, area));
  });
  // Photos and files of devices lie in the browser's cache: whoever sits down at it next must not find them. Only when
  // somebody did sign out, or any page could have the cache emptied.
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url === logout.path && reply.statusCode === 200) {
      reply.header('clear-site-data', '"cache"');
    }
  });
}
