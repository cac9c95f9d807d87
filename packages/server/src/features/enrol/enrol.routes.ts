import { describePasscode, enrol } from '@fairwatch/contract';
import type { RowTable } from '../../core/devices/rows/row-table.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { describe, enrolDevice } from './enrol.service.ts';

export function enrolRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  return [
    handle(enrol, ({ input, caller }) => enrolDevice(services, tables, input, caller.address)),
    handle(describePasscode, ({ input, caller: { address, origin } }) =>
      describe(services, tables, input, { address, host: hostOf(origin) }),
    ),
  ];
}

/** The host of the address under which the server was asked. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
