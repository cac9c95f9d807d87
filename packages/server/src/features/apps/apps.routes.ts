import { appIconLinks } from '@fairwatch/contract';
import { contentLinkRoute } from '../../domain/content/content-links.ts';
import type { Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';

export function appsRoutes(services: Services): Route[] {
  return [contentLinkRoute(services, appIconLinks)];
}
