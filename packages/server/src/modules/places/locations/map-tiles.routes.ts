import { can, limits, mapStyle, mapTilesPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import { isCached, readRange } from '../../files/content/content-headers.ts';
import { sendStream } from '../../files/content/send-stream.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createSessionCache } from '../../../shared/sessions/session-cache.ts';
import { bearerToken } from '../../../core/http/bearer-token.ts';
import { openMapTiles, type MapTiles } from './map-tiles.ts';

/** Ranges may be cached for an hour. The ETag reveals a replaced file, after which the reader discards its cache. */
const cacheControl = 'private, max-age=3600';

/**
 * Serves ranges of the owner's street map to accounts that may see a map. The whole file cannot be downloaded, because it can be
 * very large.
 */
export function serveMapTiles(app: FastifyInstance, services: Services): void {
  const sessions = createSessionCache(services);
  app.route({
    method: 'GET',
    url: mapTilesPath,
    config: { access: mapStyle.access },
    onRequest: async (request) => {
      const token = bearerToken(request.headers.authorization);
      if (token === null) throw new AppError('authentication_required');
      const session = await sessions.find(token);
      if (session === null) throw new AppError('session_ended');
      // Set before the permission check, because the log of refusals names the account.
      request.session = session;
      if (!can(session, mapStyle)) throw new AppError('not_allowed');
    },
    handler: async ({ headers }, reply) => {
      const tiles = await openMapTiles(services);
      if (tiles === null) throw new AppError('file_not_found');
      const { size, version } = tiles;
      const etag = `"${version}"`;
      try {
        reply.headers({ etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes' });
        if (isCached(headers['if-none-match'], etag)) {
          await tiles.close();
          return await reply.code(304).send();
        }
        const { start, end } = wantedRange(headers.range, tiles);
        reply.code(206).type('application/vnd.pmtiles');
        reply.headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 });
        return sendStream(services, reply, () => tiles.open({ start, end }));
      } catch (error) {
        await tiles.close();
        reply.headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' });
        throw error;
      }
    },
  });
}

/** Parses the Range header. Throws when it is missing, too long, or beyond the end of the file. */
function wantedRange(header: string | undefined, { size }: Pick<MapTiles, 'size'>): { start: number; end: number } {
  const { rangeBytes } = limits.mapTiles;
  const range = readRange(header, size);
  if (range === 'unsatisfiable') throw new AppError('range_not_satisfiable', { size });
  if (range === null || range.end - range.start >= rangeBytes) {
    throw new AppError('range_required', { bytes: rangeBytes });
  }
  return range;
}
