import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { companionPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import { allowFiles, immutable, notBuilt } from '../../core/http/static-files.ts';

/** The folder of the companion's build. */
export const companionDist = fileURLToPath(new URL('../../../../companion/dist/', import.meta.url));

const access = { config: { access: 'public' } } as const;
const indexFile = 'index.html';

/** Serves the companion's build below its path: files by name, and the page for all other paths. */
export async function serveCompanion(app: FastifyInstance, dist: string): Promise<void> {
  const files = await filesOf(dist);
  // Redirects to the path with a slash, which is in the scope of the service worker. Browsers keep the fragment.
  app.get(companionPath, access, (request, reply) => {
    const [, query] = request.url.split('?', 2);
    return reply.redirect(`${companionPath}/${query === undefined ? '' : `?${query}`}`, 302);
  });
  if (!files.has(indexFile)) {
    app.get(`${companionPath}/*`, access, (_request, reply) => notBuilt(reply, 'companion'));
    return;
  }
  await allowFiles(app, dist);
  app.get<{ Params: { '*': string } }>(`${companionPath}/assets/*`, access, (request, reply) =>
    reply.headers(immutable).sendFile(`assets/${request.params['*']}`, dist),
  );
  app.get<{ Params: { '*': string } }>(`${companionPath}/*`, access, (request, reply) => {
    const path = request.params['*'];
    const isFile = files.has(path);
    // Paths of pages have no dot in the last segment, so this is a missing file.
    if (!isFile && /\.[^/]*$/.test(path)) throw new AppError('route_not_found');
    return reply.header('cache-control', 'no-cache').sendFile(isFile ? path : indexFile, dist);
  });
}

/** The files outside of `assets` that are served. Compressed copies and hidden build files are left out. */
async function filesOf(dist: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dist, join(parentPath, name)).replaceAll(sep, '/'));
  return new Set(paths.filter((path) => !/^assets\/|^\.|\/\.|\.(?:br|gz)$/.test(path)));
}
