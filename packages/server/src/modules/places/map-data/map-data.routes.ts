import { cancelMapData, estimateMapData, fetchMapData, loadMapData, removeMapData } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';
import { cancelMapWork, estimateMap, readMapData, removeMap, startFetch } from './map-data.service.ts';

export function mapDataRoutes(services: Services): Route[] {
  // An estimate reads megabytes of directories.
  const inTurn = createSemaphore(1);
  return [
    handle(loadMapData, () => readMapData(services)),
    handle(estimateMapData, ({ input }) => inTurn(() => estimateMap(services, input))),
    handle(fetchMapData, async ({ session, input }) => {
      await startFetch(services, input, session);
      return await readMapData(services);
    }),
    handle(cancelMapData, async () => {
      await cancelMapWork(services);
      return await readMapData(services);
    }),
    handle(removeMapData, async ({ session }) => {
      await removeMap(services, session);
      return await readMapData(services);
    }),
  ];
}
