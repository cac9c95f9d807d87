import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where the console's build lies. */
export const consoleDist = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

/** Serves the built console. Returns what answers every page of it: the routes are the browser's business. */
export async function serveConsole(
  app: FastifyInstance,
  dist: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  if (!existsSync(join(dist, 'index.html'))) {
    const notBuilt = 'The console is not built. `npm start` builds it.\n';
    return (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
  }
  // serve: false, because its own routes could not declare their access.
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, cacheControl: false });
  app.get('/assets/*', { config: { access: 'public' } }, (request, reply) => {
    // The names of these files change with their content.
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.sendFile(`assets/${(request.params as { '*': string })['*']}`);
  });
  return (request, reply) => sendPage(dist, request, reply);
}

function sendPage(dist: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '/';
  const file = /^\/[\w-]+\.[\w]+$/.test(path) && existsSync(join(dist, path)) ? path : 'index.html';
  reply.code(200).header('cache-control', 'no-cache');
  return reply.sendFile(file);
}
