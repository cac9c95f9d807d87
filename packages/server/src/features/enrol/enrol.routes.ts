import { enrol } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { enrolDevice } from './enrol.service.ts';

export function enrolRoutes(services: Services): Route[] {
  return [handle(enrol, ({ input, caller }) => enrolDevice(services, input, caller.address))];
}
