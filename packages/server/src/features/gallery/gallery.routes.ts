import { galleryAlbums, galleryDays, galleryFetch, galleryFetchHistory, galleryTicket } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { ticketRoute } from '../../core/blobs/content-tickets.ts';
import { listCommands } from '../../core/devices/commands/commands.store.ts';
import { requestCommand } from '../../core/devices/commands/commands.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { countByAlbum, countByDay, findMediaKey } from './gallery.store.ts';

/** What photos and videos have beside the calls of every device feature. */
export function galleryRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(galleryDays, ({ scope, input }) => {
      if (!isTimeZone(input.timeZone)) throw new AppError('invalid_input', { problem: 'timeZone: unknown' });
      return countByDay(db, scope, input);
    }),
    handle(galleryAlbums, ({ scope, input }) => countByAlbum(db, scope, input)),
    handle(galleryFetch, async ({ session, scope, input }) => {
      const item = await findMediaKey(db, scope, input);
      if (item === undefined) throw new AppError('file_not_found');
      const { deviceId } = input;
      return await requestCommand(services, {
        session,
        deviceId,
        type: 'FETCH_MEDIA',
        params: { key: item.key },
        details: { object: item.fileName },
        asked: galleryFetch,
      });
    }),
    handle(galleryFetchHistory, ({ scope, input }) =>
      listCommands(db, scope, { ...input, commandType: 'FETCH_MEDIA' }),
    ),
    ticketRoute(services, galleryTicket),
  ];
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
