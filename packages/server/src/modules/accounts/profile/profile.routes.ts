import { profile } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readProfile } from './profile.service.ts';

export function profileRoutes(services: Services): Route[] {
  return [handle(profile, ({ session, scope }) => readProfile(services, session, scope))];
}
