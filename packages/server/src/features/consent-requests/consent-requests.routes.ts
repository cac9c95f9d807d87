import { askConsent, consentRequests, withdrawConsentRequest } from '@fairwatch/contract';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { requestConsent, cancelRequest } from './consent-requests.service.ts';
import { listRequests } from '../../domain/consent/consent-requests.store.ts';

export function consentRequestsRoutes(services: Services): Route[] {
  return [
    handle(askConsent, ({ session, input }) => requestConsent(services, session, input)),
    handle(withdrawConsentRequest, ({ session, input }) => cancelRequest(services, session, input)),
    handle(consentRequests, ({ scope, input }) => listRequests(services.db, scope, input.deviceId)),
  ];
}
