import { limits } from '@fairwatch/contract';
import { createBatcher, type Batcher } from '../../../../core/jobs/batcher.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { findWatching } from '../live-viewers.store.ts';
import type { LiveRooms } from './live-rooms.ts';
import type { LiveStream } from './live-stream.ts';

interface Told {
  /** The live views whose devices are connected here. */
  byId: ReadonlyMap<number, LiveStream>;
  rooms: LiveRooms;
}

/** Reads who watches a live view, by its id, and tells its device and its viewers as far as they are connected here. */
export function createViewerNews(
  { db, log, server }: Pick<Services, 'db' | 'log' | 'server'>,
  { byId, rooms }: Told,
): Batcher<number> {
  return createBatcher<number>(
    async (ids) => {
      const asked = [...new Set(ids)].filter((id) => byId.has(id) || rooms.has(id));
      if (asked.length === 0) return;
      const found = Map.groupBy(await findWatching(db, asked), ({ sessionId }) => sessionId);
      for (const sessionId of asked) {
        const watching = found.get(sessionId) ?? [];
        const viewers = watching.map(({ username, name, since }) => ({ username, name, since }));
        rooms.tell(sessionId, { type: 'viewers', viewers });
        const stream = byId.get(sessionId);
        if (stream === undefined) continue;
        stream.watchedElsewhere = watching.some(({ nodeIds }) => nodeIds.some((id) => id !== server.id));
        const names = watching.slice(0, limits.liveView.viewersNamed).map(({ nameInFull }) => nameInFull);
        stream.device.sendFrame({ type: 'live-view-viewers', sessionId, names, count: viewers.length });
      }
    },
    (error) => log.error({ err: error, event: 'live_view.viewers_not_told' }, 'Failed to tell who watches a live view'),
  );
}
