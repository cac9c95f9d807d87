import {
  createZone,
  deleteZone,
  findAddress,
  importZones,
  limits,
  mapFacts,
  updateZone,
  zoneList,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { createGeocoder } from '../../../core/geocoding/geocoder.ts';
import { countAttempt } from '../../../shared/attempts/attempts.store.ts';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { listZones } from './zones.store.ts';
import { createZoneByAdmin, deleteZoneByAdmin, importZonesByAdmin, updateZoneByAdmin } from './zones.service.ts';

export function zonesRoutes(services: Services): Route[] {
  const { db, auditLog, config, log } = services;
  const geocoder = config.geocoderUrl === null ? null : createGeocoder(config.geocoderUrl);
  return [
    handle(zoneList, async ({ session, scope }) => {
      const zones = await listZones(db, scope);
      const named = zones.flatMap(({ target, targetName }) =>
        target.for === 'DEVICE' && targetName !== null ? [target.deviceId] : [],
      );
      await logSeen(auditLog, { session, endpoint: zoneList }, [...new Set(named)]);
      return zones;
    }),
    handle(createZone, ({ session, input }) => createZoneByAdmin(services, session, input)),
    handle(updateZone, ({ session, input }) => updateZoneByAdmin(services, session, input)),
    handle(deleteZone, ({ session, input }) => deleteZoneByAdmin(services, session, input.zoneId)),
    handle(importZones, ({ session, input }) => importZonesByAdmin(services, session, input)),
    handle(findAddress, async ({ session, input: { text } }) => {
      if (geocoder === null) throw new AppError('geocoder_off');
      const { searches: most, searchWindowMs: windowMs, addressesShown } = limits.zone;
      const { failures: counted } = await countAttempt(db, `geocoder:${session.userId}`, { most, windowMs });
      if (counted > most) throw new AppError('too_many_searches');
      const answer = await geocoder.search(text, addressesShown);
      if (answer.ok) return answer.places;
      // Neither the address nor the owner's URL, which may contain a key, is logged.
      log.warn({ event: 'geocoder.failed', reason: answer.reason }, 'The geocoder did not answer a search');
      throw new AppError('geocoder_failed');
    }),
    handle(mapFacts, async () => ({ geocoder: geocoder !== null })),
  ];
}
