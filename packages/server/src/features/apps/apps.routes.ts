import { appIconTicket } from '@fairwatch/contract';
import { ticketRoute } from '../../core/blobs/content-tickets.ts';
import type { Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';

export function appsRoutes(services: Services): Route[] {
  return [ticketRoute(services, appIconTicket)];
}
