import {
  declineForMinor,
  describePasscode,
  enrol,
  guardianOffer,
  signForMinor,
  withdrawForMinor,
} from '@fairwatch/contract';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { describePasscodeFor, enrolDevice } from './enrol.service.ts';
import { declineAsGuardian, readGuardianOffer, signAsGuardian, withdrawAsGuardian } from './guardian.service.ts';

export function enrolRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  return [
    handle(enrol, ({ input, caller }) => enrolDevice(services, tables, input, caller.address)),
    handle(describePasscode, ({ input, caller: { address, origin } }) =>
      describePasscodeFor(services, tables, input, { address, host: hostOf(origin) }),
    ),
    handle(guardianOffer, ({ input, caller: { address, origin } }) =>
      readGuardianOffer(services, input, { address, host: hostOf(origin) }),
    ),
    handle(signForMinor, ({ input, caller }) => signAsGuardian(services, input, caller.address)),
    handle(declineForMinor, ({ input, caller }) => declineAsGuardian(services, input, caller.address)),
    handle(withdrawForMinor, ({ input, caller }) => withdrawAsGuardian(services, tables, input, caller.address)),
  ];
}

/** The host of the called URL. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
