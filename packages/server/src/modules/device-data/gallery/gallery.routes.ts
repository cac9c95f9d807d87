import {
  canonicalZone,
  galleryAlbums,
  galleryDays,
  galleryFetch,
  galleryFetchHistory,
  galleryLinks,
  namesDetails,
  paramsFor,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { contentLinkRoute } from '../../files/content/content-links.ts';
import { listCommands } from '../../commands/commands.store.ts';
import { requestCommand } from '../../commands/commands.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findMediaKeys } from '../../files/content/media-keys.store.ts';
import { countByAlbum, countByDay } from './gallery.store.ts';

/** The calls of the gallery beyond those that every device feature has. */
export function galleryRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(galleryDays, ({ scope, input }) => {
      if (canonicalZone(input.timeZone) === null) throw new AppError('invalid_input', { problem: 'timeZone: unknown' });
      return countByDay(db, scope, input);
    }),
    handle(galleryAlbums, ({ scope, input }) => countByAlbum(db, scope, input)),
    handle(galleryFetch, async ({ session, scope, input }) => {
      const { deviceId, itemId = 0, itemIds = [itemId] } = input;
      const ids = [...new Set(itemIds)];
      const items = await findMediaKeys(db, scope, { deviceId, itemIds: ids });
      if (items.length < ids.length) throw new AppError('file_not_found');
      return await requestCommand(services, {
        session,
        deviceId,
        type: 'FETCH_MEDIA',
        params: paramsFor(
          'FETCH_MEDIA',
          items.map(({ key }) => key),
        ),
        details: namesDetails(items.map(({ fileName }) => fileName)),
        endpoint: galleryFetch,
      });
    }),
    handle(galleryFetchHistory, ({ scope, input }) =>
      listCommands(db, scope, { ...input, commandType: 'FETCH_MEDIA' }),
    ),
    contentLinkRoute(services, galleryLinks),
  ];
}
