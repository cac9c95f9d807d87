import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** For files whose names change with their content. */
export const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Gives replies `sendFile(file, folder)`, which sends the compressed file beside it where the browser takes that. */
export async function allowFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (app.hasReplyDecorator('sendFile')) return;
  // serve: false, because its own routes could not declare their access.
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
  });
}

/** The answer of a page whose build is missing. */
export function notBuilt(reply: FastifyReply, what: string): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send(`The ${what} is not built. \`npm start\` builds it.\n`);
}
