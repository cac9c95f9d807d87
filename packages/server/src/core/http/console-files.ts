import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { pageMetas, withMetas } from './page-metas.ts';
import { allowFiles, immutable, notBuilt } from './static-files.ts';

/** Where the console's build lies. */
export const consoleDist = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

/** Serves the built console. Returns what answers every page of it: the routes are the browser's business. */
export async function serveConsole(
  app: FastifyInstance,
  dist: string,
  config: Pick<Config, 'payload' | 'signUp' | 'smtpUrl'>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  if (!existsSync(join(dist, 'index.html'))) {
    return (_request, reply) => notBuilt(reply, 'console');
  }
  await allowFiles(app, dist);
  app.get<{ Params: { '*': string } }>('/assets/*', { config: { access: 'public' } }, (request, reply) =>
    reply.headers(immutable).sendFile(`assets/${request.params['*']}`, dist),
  );
  const metas = pageMetas(config);
  const page = metas.length === 0 ? null : withMetas(await readFile(join(dist, indexFile), 'utf8'), metas);
  return (request, reply) => {
    const file = fileAt(dist, request);
    reply.code(200).header('cache-control', 'no-cache');
    if (file === indexFile && page !== null) return reply.type('text/html; charset=utf-8').send(page);
    return reply.sendFile(file, dist);
  };
}

const indexFile = 'index.html';

/** The file of the build that a path names; the page for all else. */
function fileAt(dist: string, request: FastifyRequest): string {
  const path = (request.url.split('?', 1)[0] ?? '/').slice(1);
  return /^[\w-]+\.[\w]+$/.test(path) && existsSync(join(dist, path)) ? path : indexFile;
}
