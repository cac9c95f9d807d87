import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const access = { config: { access: 'public' } } as const;

/** Serves the API reference: HTML at /docs, OpenAPI at /docs/openapi.json. */
export function serveDocs(app: FastifyInstance): void {
  // Generated on the first request, to keep the start fast.
  const page = once(async () => (await import('./docs.page.ts')).docsPage());
  const document = once(async () => JSON.stringify((await import('./openapi.ts')).openApiDocument()));
  const styles = once(() => readFile(new URL('./docs.css', import.meta.url), 'utf8'));

  app.get('/docs', access, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    return await page();
  });
  app.get('/docs/openapi.json', access, async (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache');
    return await document();
  });
  app.get('/docs/docs.css', access, async (_request, reply) => {
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache');
    return await styles();
  });
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
