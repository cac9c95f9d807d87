import { enrol } from '@fairwatch/contract';
import type { RowTable } from '../../core/devices/rows/row-table.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { enrolDevice } from './enrol.service.ts';

export function enrolRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  return [handle(enrol, ({ input, caller }) => enrolDevice(services, tables, input, caller.address))];
}
