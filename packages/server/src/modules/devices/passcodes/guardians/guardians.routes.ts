import { guardianLink, mailGuardians } from '@fairwatch/contract';
import { handle, type Route } from '../../../../shared/routes/route.ts';
import type { Services } from '../../../../shared/services/services.ts';
import { mailGuardiansOf, makeGuardianLink } from './give-links.ts';

export function guardiansRoutes(services: Services): Route[] {
  return [
    handle(mailGuardians, (call) => mailGuardiansOf(services, call)),
    handle(guardianLink, (call) => makeGuardianLink(services, call)),
  ];
}
