import { askConsent, consentRequests, withdrawConsentRequest } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { requestConsent, cancelRequest } from './consent-requests.service.ts';
import { listRequests } from './consent-requests.store.ts';

export function consentRequestsRoutes(services: Services): Route[] {
  return [
    handle(askConsent, ({ session, input }) => requestConsent(services, session, input)),
    handle(withdrawConsentRequest, ({ session, input }) => cancelRequest(services, session, input)),
    handle(consentRequests, ({ scope, input }) => listRequests(services.db, scope, input.deviceId)),
  ];
}
