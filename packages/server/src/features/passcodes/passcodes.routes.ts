import { deletePasscode, passcodeList, savePasscodes } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { logSeen } from '../../core/devices/audit/seen-log.ts';
import { createPasscodes } from '../../core/devices/passcodes.store.ts';
import { demandReviewDay } from '../../core/devices/review-day.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { deleteUnused, findPasscodes, listPasscodes } from './passcodes.store.ts';

export function passcodesRoutes({ db, bus }: Services): Route[] {
  const changed = () => bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return [
    handle(passcodeList, async ({ session, scope, input }) => {
      const page = await listPasscodes(db, scope, input);
      const joined = Array.from(page.json.matchAll(/"deviceId" ?: ?(\d+)/g), ([, id]) => Number(id));
      await logSeen(db, { session, endpoint: passcodeList, input }, joined);
      return page;
    }),
    handle(savePasscodes, async ({ session, input }) => {
      if (input.ground.reviewOn !== null) demandReviewDay(input.ground.reviewOn);
      const codes = await createPasscodes(db, session.userId, input.count, input.ground);
      const made = await findPasscodes(db, codes);
      changed();
      return made;
    }),
    handle(deletePasscode, async ({ scope, input }) => {
      const outcome = await deleteUnused(db, scope, input.id);
      if (outcome === undefined) throw new AppError('passcode_not_found');
      if (outcome.used) throw new AppError('passcode_used');
      changed();
      return null;
    }),
  ];
}
