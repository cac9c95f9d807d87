import { appendEntries } from '../../../../shared/audit/audit.store.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { createBatcher } from '../../../../core/jobs/batcher.ts';
import { recordAbandoned, recordGone, type GoneViewer, type SeenPictures } from '../live-viewers.store.ts';
import { watchedEntries } from '../live-views.ts';

/** Writes down that viewers have gone, with how long they watched and how many pictures they were sent. */
export interface GoneViewers {
  add(viewer: SeenPictures): void;
  /** Tries again what could not be stored, and does it for viewers whose server has died. */
  tidy(): Promise<void>;
  /** Resolves when everything so far is stored. */
  idle(): Promise<void>;
}

export function createGoneViewers({ db, bus, log }: Pick<Services, 'db' | 'bus' | 'log'>): GoneViewers {
  let unstored: SeenPictures[] = [];
  const batcher = createBatcher<SeenPictures>(
    (viewers) => write((transaction) => recordGone(transaction, viewers)),
    (error, viewers) => {
      log.error({ err: error, event: 'live_view.viewers_not_stored' }, 'Failed to store that viewers have gone');
      unstored.push(...viewers);
    },
  );

  async function write(record: (transaction: Database) => Promise<GoneViewer[]>): Promise<void> {
    const gone = await db.transaction().execute(async (transaction) => {
      const viewers = await record(transaction);
      await appendEntries(transaction, watchedEntries(viewers.toSorted((one, other) => one.deviceId - other.deviceId)));
      return viewers;
    });
    const sessions = new Map(gone.map(({ sessionId, deviceId }) => [sessionId, deviceId]));
    for (const [sessionId, deviceId] of sessions) {
      bus.publish('liveViewersChanged', { deviceId, sessionId });
      bus.publish('changed', { feature: 'live-view', deviceId });
    }
  }

  return {
    add: batcher.add,
    async tidy() {
      const again = unstored;
      unstored = [];
      for (const viewer of again) batcher.add(viewer);
      await write(recordAbandoned);
    },
    idle: batcher.idle,
  };
}
