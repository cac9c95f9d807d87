import { logout } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // The microphone is for voice messages to a ticket; the browser asks the admin first.
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(self), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Host headers end up in a policy, so only what a host may look like is taken. */
const hostPattern = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/;

/** What a browser may do with our answers: our own scripts only, no frames, no referrer. */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'mapStyleUrl'>,
  host: string,
): Record<string, string> {
  const ownHost = config.publicUrl === null ? host : new URL(config.publicUrl).host;
  const sockets = hostPattern.test(ownHost) ? ` ws://${ownHost} wss://${ownHost}` : '';
  // The one outside origin, and only when the owner chose it: the style of the map, its tiles, letters and icons.
  const map = config.mapStyleUrl === null ? '' : ` ${new URL(config.mapStyleUrl).origin}`;
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // The component library writes style elements while it runs.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    // A recording is listened to before it is sent.
    "media-src 'self' blob:",
    `connect-src 'self'${sockets}${map}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers: Record<string, string> = { ...fixedHeaders, 'content-security-policy': policy };
  if (config.publicUrl?.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000';
  return headers;
}

/** Puts them on every answer, whatever route it comes from. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(config, request.host));
  });
  // Photos and files of devices lie in the browser's cache: whoever sits down at it next must not find them. Only when
  // somebody did sign out, or any page could have the cache emptied.
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url === logout.path && reply.statusCode === 200) {
      reply.header('clear-site-data', '"cache"');
    }
  });
}
