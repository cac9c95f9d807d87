import { contentPath, healthCheck, login, mapTilesPath, picturePath, staticFilePath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** `/admin/v1/api/`, where all calls of the console are but the health check. */
const callsPath = login.path.slice(0, login.path.indexOf('/api/') + '/api/'.length);

/** What an `<img>` or `<audio>` of a page loads, at addresses that only those who may see the content are told. */
const mediaPaths = [contentPath, picturePath].map((path) => `${path}/`);

/** What a console asks of the server. The device protocol, the companion and the console's own files are not among it. */
const openPaths = [callsPath, ...mediaPaths, `${staticFilePath}/`];
const openFiles: readonly string[] = [healthCheck.path, mapTilesPath];

/** What a preflight is told. There is no `allow-credentials`: the session's token travels in a header, never in a cookie. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'authorization, content-type, range, if-match',
  'access-control-max-age': '600',
};

/**
 * Lets a console that is served elsewhere call this server: browsers hand our answers to pages of CONSOLE_ORIGINS, and to no
 * other page. Who may call what is decided as for every caller.
 */
export function allowConsoleOrigins(app: FastifyInstance, { consoleOrigins }: Pick<Config, 'consoleOrigins'>): void {
  if (consoleOrigins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url ?? request.url.split('?', 1)[0] ?? '';
    if (!isOpen(path)) return undefined;
    // Also where no origin is named: a cache must not give one page's answer to another.
    reply.header('vary', 'origin');
    // A page elsewhere shows pictures and sound by elements, whose requests name no origin.
    if (mediaPaths.some((start) => path.startsWith(start)))
      reply.header('cross-origin-resource-policy', 'cross-origin');
    const { origin } = request.headers;
    if (origin === undefined || !consoleOrigins.includes(origin)) return undefined;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'etag, content-range' });
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    return isPreflight ? reply.code(204).headers(preflightHeaders).send() : undefined;
  });
}

function isOpen(path: string): boolean {
  return openFiles.includes(path) || openPaths.some((start) => path.startsWith(start));
}
