import {
  cancelMapData,
  estimateMapData,
  fetchMapData,
  loadMapData,
  receivedOfMapData,
  removeMapData,
  uploadMapData,
} from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';
import { createPieceUploads } from '../../files/uploads/upload-pieces.ts';
import { cancelMapWork, checkMapIsShown, estimateMap, readMapData, removeMap, startFetch } from './map-data.service.ts';
import { isMapTaken, mapUploads } from './map-uploads.ts';

export function mapDataRoutes(services: Services): Route[] {
  // An estimate reads megabytes of directories.
  const inTurn = createSemaphore(1);
  const uploads = createPieceUploads(services, mapUploads(services));
  return [
    handle(loadMapData, () => readMapData(services)),
    handle(estimateMapData, ({ input }) => inTurn(() => estimateMap(services, input))),
    handle(fetchMapData, async ({ session, input }) => {
      await startFetch(services, input, session);
      return await readMapData(services);
    }),
    handle(receivedOfMapData, async ({ session, input: { sha256, size } }) => {
      checkMapIsShown(services.config);
      if (await isMapTaken(services, sha256)) return { received: size, state: await readMapData(services) };
      const identity = { adminId: session.userId, deviceId: null, capability: null, sha256 };
      return { received: await uploads.received(identity, size), state: null };
    }),
    handle(uploadMapData, async ({ session, input, file: bytes }) => {
      checkMapIsShown(services.config);
      const { sha256, size } = input;
      if (await isMapTaken(services, sha256)) return { received: size, state: await readMapData(services) };
      const { userId: adminId, username } = session;
      const owner = { adminId, username, deviceId: null, capability: null };
      const { received, kept } = await uploads.take({ ...owner, ...input, bytes });
      return { received, state: kept === null ? null : await readMapData(services) };
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
