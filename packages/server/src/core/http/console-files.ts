import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { pageMetas, withMetas } from './page-metas.ts';

/** Where the console's build lies. */
export const consoleDist = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

/** Serves the built console. Returns what answers every page of it: the routes are the browser's business. */
export async function serveConsole(
  app: FastifyInstance,
  dist: string,
  config: Pick<Config, 'payload' | 'signUp' | 'smtpUrl'>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  if (!existsSync(join(dist, 'index.html'))) {
    const notBuilt = 'The console is not built. `npm start` builds it.\n';
    return (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
  }
  // serve: false, because its own routes could not declare their access.
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
  });
  app.get('/assets/*', { config: { access: 'public' } }, (request, reply) => {
    // The names of these files change with their content.
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.sendFile(`assets/${(request.params as { '*': string })['*']}`);
  });
  const metas = pageMetas(config);
  const page = metas.length === 0 ? null : withMetas(await readFile(join(dist, indexFile), 'utf8'), metas);
  return (request, reply) => {
    const file = fileAt(dist, request);
    reply.code(200).header('cache-control', 'no-cache');
    if (file === indexFile && page !== null) return reply.type('text/html; charset=utf-8').send(page);
    return reply.sendFile(file);
  };
}

const indexFile = 'index.html';

/** The file of the build that a path names; the page for all else. */
function fileAt(dist: string, request: FastifyRequest): string {
  const path = (request.url.split('?', 1)[0] ?? '/').slice(1);
  return /^[\w-]+\.[\w]+$/.test(path) && existsSync(join(dist, path)) ? path : indexFile;
}
