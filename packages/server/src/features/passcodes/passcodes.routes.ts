import { deletePasscode, passcodeList, savePasscodes } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { logSeen } from '../../domain/audit/seen-log.ts';
import { createPasscodes } from '../../domain/passcodes/passcodes.store.ts';
import { checkReviewDay } from '../../domain/devices/review-day.ts';
import { handle, type Route } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { deleteUnused, findPasscodes, listPasscodes } from '../../domain/passcodes/passcode-list.store.ts';

export function passcodesRoutes({ db, bus, auditLog }: Services): Route[] {
  const changed = () => bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return [
    handle(passcodeList, async ({ session, scope, input }) => {
      const page = await listPasscodes(db, scope, input);
      const joined = Array.from(page.json.matchAll(/"deviceId" ?: ?(\d+)/g), ([, id]) => Number(id));
      await logSeen(auditLog, { session, endpoint: passcodeList, input }, joined);
      return page;
    }),
    handle(savePasscodes, async ({ session, input }) => {
      if (input.ground.reviewOn !== null) checkReviewDay(input.ground.reviewOn);
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
