import { askConsent, consentRequests, withdrawConsentRequest } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { askForConsent, takeRequestBack } from './consent-requests.service.ts';
import { listRequests } from './consent-requests.store.ts';

export function consentRequestsRoutes(services: Services): Route[] {
  return [
    handle(askConsent, ({ session, input }) => askForConsent(services, session, input)),
    handle(withdrawConsentRequest, ({ session, input }) => takeRequestBack(services, session, input)),
    handle(consentRequests, ({ scope, input }) => listRequests(services.db, scope, input.deviceId)),
  ];
}
