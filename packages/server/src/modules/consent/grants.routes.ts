import { deviceGrants } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { handle, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';
import { findGrants } from './grants.store.ts';

export function grantsRoutes({ db }: Services): Route[] {
  return [
    handle(deviceGrants, async ({ scope, input }) => {
      const grants = await findGrants(db, scope, input.deviceId);
      if (!grants) throw new AppError('device_not_found');
      return grants;
    }),
  ];
}
