import { locationTrack, mapStyle } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { readTrack } from './locations.service.ts';

export function locationsRoutes({ db, config }: Services): Route[] {
  return [
    handle(locationTrack, ({ scope, input }) => readTrack(db, scope, input)),
    handle(mapStyle, async () => ({ styleUrl: config.mapStyleUrl })),
  ];
}
