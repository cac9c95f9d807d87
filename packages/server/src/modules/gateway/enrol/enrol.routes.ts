import { describePasscode, enrol } from '@fairwatch/contract';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { describePasscodeFor, enrolDevice } from './enrol.service.ts';

export function enrolRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  return [
    handle(enrol, ({ input, caller }) => enrolDevice(services, tables, input, caller.address)),
    handle(describePasscode, ({ input, caller: { address, origin } }) =>
      describePasscodeFor(services, tables, input, { address, host: hostOf(origin) }),
    ),
  ];
}

/** The host of the called URL. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
