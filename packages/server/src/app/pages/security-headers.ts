import { isIP } from 'node:net';
import { companionPath, deviceProtocolPath, logout } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import { isOfCompanion } from './companion-host.ts';

type HeaderConfig = Pick<Config, 'publicUrl' | 'companionUrl' | 'consoleOrigins' | 'mapStyleUrl'>;

/** The program of a page. Each one gets only the browser features that it needs. */
type Area = 'console' | 'companion';

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Browser features that neither program uses. */
const deniedFeatures =
  'accelerometer=(), display-capture=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), ' +
  'midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

/** The Permissions-Policy of each program. The browser still asks the user. */
const permissionsPolicies: Readonly<Record<Area, string>> = {
  // The microphone is needed for voice messages in tickets.
  console: `${deniedFeatures}, camera=(), geolocation=(), microphone=(self)`,
  companion: `${deniedFeatures}, camera=(self), geolocation=(self), microphone=(self)`,
};

/** The allowed form of a Host header, because its value becomes part of a policy. */
const hostPattern = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

/** The security headers of a response: own scripts only, no frames, no referrer. `host` is the called host. */
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
  // The only external origin is that of the configured map: style, tiles, fonts and icons.
  const map = mapStyleUrl === null ? '' : ` ${new URL(mapStyleUrl).origin}`;
  // The served console may be built for a server at one of these origins. A policy cannot contain an IPv6 address.
  const named = consoleOrigins.filter((origin) => !origin.includes('['));
  const servers = named.map((origin) => ` ${origin}`).join('');
  const otherSockets = named.map((origin) => ` ${origin.replace(/^http/, 'ws')}`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    // The component library inserts style elements at run time.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob:${servers}${map}`,
    // Recordings are played back from a blob before they are sent.
    `media-src 'self' blob:${servers}`,
    // For the browser's PDF viewer, with bytes that the page has fetched. Other pages are never framed.
    'frame-src blob:',
    `connect-src 'self'${sockets}${servers}${otherSockets}${map}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
}

/**
 * The companion's pages may connect to the device protocol and load their own files only, so that an injected script cannot
 * call the console's API.
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

/** The sources that the companion's pages may connect to: their own host under each of its possible names. */
function companionSources({ publicUrl, companionUrl }: HeaderConfig, host: string): string[] {
  const address = companionUrl ?? publicUrl;
  const hosts = new Set(
    [host, ...(address === null ? [] : [new URL(address).host])].filter((each) => hostPattern.test(each)),
  );
  // A policy cannot contain an IPv6 address or an invalid host, so the whole origin is allowed then.
  if (hosts.size === 0 || [...hosts].some((each) => each.startsWith('['))) return ["'self'"];
  const isHttps = address?.startsWith('https:') ?? false;
  const web = (isHttps ? ['https'] : ['http', 'https']).flatMap((scheme) => [
    [scheme, deviceProtocolPath],
    [scheme, `${companionPath}/`],
  ]);
  const sockets = (isHttps ? ['wss'] : ['ws', 'wss']).map((scheme) => [scheme, deviceProtocolPath]);
  return [...hosts].flatMap((each) => [...web, ...sockets].map(([scheme, path]) => `${scheme}://${each}${path}`));
}

/** True when HSTS should be sent. Not for `localhost`, where it would affect other programs; browsers ignore it for IP addresses. */
function asksForHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && hostname !== 'localhost' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}

/** How many hosts have their headers kept, and of what length at most. Callers choose the host, so both are bounded. */
const mostHosts = 100;
const longestHost = 260;

/** Returns a function like `securityHeaders` that keeps what it has made: every response has these headers, and few hosts are called. */
function keptHeaders(config: HeaderConfig): (host: string, area: Area) => Readonly<Record<string, string>> {
  const known = {
    console: new Map<string, Record<string, string>>(),
    companion: new Map<string, Record<string, string>>(),
  };
  return (host, area) => {
    const ofArea = known[area];
    const kept = ofArea.get(host);
    if (kept !== undefined) return kept;
    const headers = securityHeaders(config, host, area);
    if (host.length > longestHost) return headers;
    if (ofArea.size >= mostHosts) ofArea.clear();
    ofArea.set(host, headers);
    return headers;
  };
}

/** Adds the security headers to every response. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headersOf = keptHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    const area = isOfCompanion(request.routeOptions.url) ? 'companion' : 'console';
    reply.headers(headersOf(request.host, area));
    done();
  });
  // Clears the browser's cache on sign-out, because it contains photos and files of devices. Only after a successful sign-out,
  // because otherwise any page could clear the cache.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.url === logout.path && reply.statusCode === 200) {
      reply.header('clear-site-data', '"cache"');
    }
    done();
  });
}
