import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Cache headers of files whose names contain a content hash. */
export const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Adds `reply.sendFile(file, folder)`, which prefers the precompressed file beside it. */
export async function allowFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (app.hasReplyDecorator('sendFile')) return;
  // serve: false, because the plugin's own routes could not declare their access.
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
  });
}

/** The response for a page whose build is missing. */
export function notBuilt(reply: FastifyReply, what: string): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send(`The ${what} is not built. \`npm start\` builds it.\n`);
}
