import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import { allowFiles, immutable, notBuilt } from '../../core/http/static-files.ts';
import { sendCompressedPage } from '../../core/http/compressed-page.ts';
import { consolePages } from './console-pages.ts';

/** The folder of the console's build. */
export const consoleDist = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

/** Serves the console's build. Returns the handler for all pages, whose routes are resolved in the browser. */
export async function serveConsole(
  app: FastifyInstance,
  dist: string,
  config: Pick<Config, 'payload' | 'signUp' | 'smtpUrl'>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  if (!existsSync(join(dist, 'index.html'))) {
    return async (_request, reply) => notBuilt(reply, 'console');
  }
  await allowFiles(app, dist);
  app.get<{ Params: { '*': string } }>('/assets/*', { config: { access: 'public' } }, (request, reply) =>
    reply.headers(immutable).sendFile(`assets/${request.params['*']}`, dist),
  );
  const pageFor = await consolePages(dist, config);
  return async (request, reply) => {
    const file = fileAt(dist, request);
    if (file === null) return sendCompressedPage(request, reply, await pageFor(request));
    return reply.code(200).header('cache-control', 'no-cache').sendFile(file, dist);
  };
}

/** Returns the file in the root of the build that a path names. Every other path is one of the console's pages: null. */
function fileAt(dist: string, request: FastifyRequest): string | null {
  const path = (request.url.split('?', 1)[0] ?? '/').slice(1);
  return /^[\w-]+\.[\w]+$/.test(path) && path !== 'index.html' && existsSync(join(dist, path)) ? path : null;
}
