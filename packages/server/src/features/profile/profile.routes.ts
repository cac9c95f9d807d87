import { profile } from '@fairwatch/contract';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { readProfile } from './profile.service.ts';

export function profileRoutes(services: Services): Route[] {
  return [handle(profile, ({ session, scope }) => readProfile(services, session, scope))];
}
