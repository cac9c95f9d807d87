import {
  contentPath,
  healthCheck,
  login,
  mapTilesPath,
  picturePath,
  shownHeader,
  staticFilePath,
} from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../core/config/config.ts';

/** `/admin/v1/api/`, the prefix of all console calls except the health check. */
const callsPath = login.path.slice(0, login.path.indexOf('/api/') + '/api/'.length);

/** Paths loaded by elements such as `<img>`. Their URLs are unguessable and known only to those who may see the content. */
const mediaPaths = [contentPath, picturePath].map((path) => `${path}/`);

/** The paths that consoles on other origins may call. The device protocol, the companion and the console's files are excluded. */
const openPaths = [callsPath, ...mediaPaths, `${staticFilePath}/`];
const openFiles: readonly string[] = [healthCheck.path, mapTilesPath];

/** The headers of a preflight response. `allow-credentials` is missing, because the token is sent in a header, not in a cookie. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': `authorization, content-type, range, if-match, ${shownHeader}`,
  'access-control-max-age': '600',
};

/**
 * Allows consoles on other origins to call this server (CORS): only pages of CONSOLE_ORIGINS can read the
 * responses. Authorization is the same as for all callers.
 */
export function allowConsoleOrigins(app: FastifyInstance, { consoleOrigins }: Pick<Config, 'consoleOrigins'>): void {
  if (consoleOrigins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url ?? request.url.split('?', 1)[0] ?? '';
    if (!isOpen(path)) return undefined;
    // Sent always, so that a cache does not return the response for one origin to another.
    reply.header('vary', 'origin');
    // Elements such as <img> send no Origin, so media needs a resource policy instead of CORS.
    if (mediaPaths.some((start) => path.startsWith(start)))
      reply.header('cross-origin-resource-policy', 'cross-origin');
    const { origin } = request.headers;
    if (origin === undefined || !consoleOrigins.includes(origin)) return undefined;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': `etag, content-range, ${shownHeader}`,
    });
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    return isPreflight ? reply.code(204).headers(preflightHeaders).send() : undefined;
  });
}

function isOpen(path: string): boolean {
  return openFiles.includes(path) || openPaths.some((start) => path.startsWith(start));
}
