import { appIconLinks } from '@fairwatch/contract';
import { contentLinkRoute } from '../../files/content/content-links.ts';
import type { Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';

export function appsRoutes(services: Services): Route[] {
  return [contentLinkRoute(services, appIconLinks)];
}
