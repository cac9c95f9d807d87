import { can, limits, mapStyle, mapTilesPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import { isKnown, readRange } from '../../core/blobs/content-headers.ts';
import { sendStream } from '../../core/blobs/send-stream.ts';
import type { Services } from '../../core/services.ts';
import { createSessionCache } from '../../core/session/session-cache.ts';
import { bearerToken } from '../../core/session/session-token.ts';
import { openMapTiles, type MapTiles } from './map-tiles.ts';

/** A replaced file is noticed by its ETag: the reader then asks anew for what it had kept. */
const cacheControl = 'private, max-age=3600';

/**
 * Serves the owner's map of streets in ranges, to accounts that may see a map. Such a file can be larger than the disk of
 * whoever reads it, so there is no way to get all of it at once.
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
      // Before it is judged: the log of refusals names who was refused.
      request.session = session;
      if (!can(session, mapStyle)) throw new AppError('not_allowed');
    },
    handler: async ({ headers }, reply) => {
      const tiles = await openMapTiles(services);
      if (tiles === null) throw new AppError('file_not_found');
      const { file, size, etag } = tiles;
      try {
        reply.headers({ etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes' });
        if (isKnown(headers['if-none-match'], etag)) {
          await file.close();
          return await reply.code(304).send();
        }
        const { start, end } = wantedRange(headers.range, tiles);
        reply.code(206).type('application/vnd.pmtiles');
        reply.headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 });
        // The stream closes the file at its end, and when the reader hangs up.
        return sendStream(services, reply, () => file.createReadStream({ start, end }));
      } catch (error) {
        await file.close();
        reply.headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' });
        throw error;
      }
    },
  });
}

/** The range that is asked for. Throws without one, for one that is too long, and for one beyond the end. */
function wantedRange(header: string | undefined, { size }: Pick<MapTiles, 'size'>): { start: number; end: number } {
  const { rangeBytes } = limits.mapTiles;
  const range = readRange(header, size);
  if (range === 'unsatisfiable') throw new AppError('range_not_satisfiable', { size });
  if (range === null || range.end - range.start >= rangeBytes) {
    throw new AppError('range_required', { bytes: rangeBytes });
  }
  return range;
}
