import {
  deviceGrants,
  loadDefaultHours,
  updateDefaultHours,
  askConsent,
  consentRequests,
  withdrawConsentRequest,
} from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { handle, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';
import { findGrants } from './grants.store.ts';
import { readDefaultHours, writeDefaultHours } from './default-hours.store.ts';
import { requestConsent, cancelRequest } from './requests/consent-requests.service.ts';
import { listRequests } from './requests/consent-requests.store.ts';

export function consentRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(deviceGrants, async ({ scope, input }) => {
      const grants = await findGrants(db, scope, input.deviceId);
      if (!grants) throw new AppError('device_not_found');
      const { usedKinds } = await services.face.read();
      return { ...grants, grants: grants.grants.filter(({ capability }) => usedKinds.includes(capability)) };
    }),
    handle(loadDefaultHours, () => readDefaultHours(db)),
    handle(updateDefaultHours, ({ session, input: { hours } }) =>
      db.transaction().execute(async (transaction) => {
        const { hours: before } = await readDefaultHours(transaction);
        await writeDefaultHours(transaction, { before, after: hours }, session);
        return await readDefaultHours(transaction);
      }),
    ),
    handle(askConsent, ({ session, input }) => requestConsent(services, session, input)),
    handle(withdrawConsentRequest, ({ session, input }) => cancelRequest(services, session, input)),
    handle(consentRequests, ({ scope, input }) => listRequests(db, scope, input.deviceId)),
  ];
}
