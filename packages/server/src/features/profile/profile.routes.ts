import { profile } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { readProfile } from './profile.service.ts';

export function profileRoutes(services: Services): Route[] {
  return [handle(profile, ({ session, scope }) => readProfile(services, session, scope))];
}
