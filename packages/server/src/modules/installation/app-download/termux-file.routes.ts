import { termuxFactsPath, termuxFileName, termuxFilePath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { notBuilt } from '../../../core/http/static-files.ts';
import { attachment, isCached } from '../../files/content/content-headers.ts';
import type { TermuxFile } from './termux-file.ts';

const access = { config: { access: 'public' } } as const;

/** Serves the Termux companion and the facts about it to everybody: who joins has no account, and its source is open. */
export function serveTermuxFile(app: FastifyInstance, file: TermuxFile | null): void {
  if (file === null) {
    for (const path of [termuxFilePath, termuxFactsPath])
      app.get(path, access, (_request, reply) => notBuilt(reply, 'Termux companion'));
    return;
  }
  const { bytes, facts } = file;
  const etag = `"${facts.sha256}"`;
  app.get(termuxFilePath, access, (request, reply) => {
    reply.headers({
      etag,
      // Asked for again each time, so that nobody gets an old version from a cache.
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'content-disposition': attachment(termuxFileName),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    if (isCached(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.send(bytes);
  });
  app.get(termuxFactsPath, access, (_request, reply) => reply.header('cache-control', 'no-store').send(facts));
}
