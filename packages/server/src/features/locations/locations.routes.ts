import { locationTrack, mapStyle, mapTilesPath } from '@fairwatch/contract';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { readTrack } from './locations.service.ts';
import { openMapTiles } from './map-tiles.ts';

export function locationsRoutes(services: Services): Route[] {
  const { db, config } = services;
  return [
    handle(locationTrack, ({ scope, input }) => readTrack(db, scope, input)),
    handle(mapStyle, async () => {
      const { mapStyleUrl: styleUrl } = config;
      if (styleUrl !== null) return { styleUrl, tilesUrl: null };
      const tiles = await openMapTiles(services);
      await tiles?.file.close();
      return { styleUrl, tilesUrl: tiles && mapTilesPath };
    }),
  ];
}
