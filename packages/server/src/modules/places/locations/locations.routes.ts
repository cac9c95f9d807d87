import {
  locationTrack,
  mapPositions,
  mapStyle,
  mapTilesPath,
  missingPositions,
  placesOfDays,
} from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readDays, readTrack } from './locations.service.ts';
import { openMapTiles } from './map-tiles.ts';
import { readMapPositions, readMissingPositions } from './positions.service.ts';

export function locationsRoutes(services: Services): Route[] {
  const { db, config } = services;
  return [
    handle(locationTrack, ({ scope, input }) => readTrack(db, scope, input)),
    handle(mapPositions, (call) => readMapPositions(services, call)),
    handle(missingPositions, (call) => readMissingPositions(services, call)),
    handle(placesOfDays, ({ scope, input: { deviceId, days } }) => readDays(db, scope, deviceId, days)),
    handle(mapStyle, async () => {
      const { mapStyleUrl: styleUrl } = config;
      if (styleUrl !== null) return { styleUrl, tilesUrl: null };
      const tiles = await openMapTiles(services);
      await tiles?.close();
      return { styleUrl, tilesUrl: tiles && `${mapTilesPath}?version=${tiles.version}` };
    }),
  ];
}
