import {
  deletePasscode,
  deletePasscodes,
  importPasscodes,
  passcodeList,
  remindPasscodes,
  savePasscodes,
  usualHours,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { logSeen } from '../../../shared/audit/seen-log.ts';
import { boundCreated } from '../../../shared/bounds/creation-bounds.store.ts';
import { checkReviewDay } from '../overview/review-day.ts';
import { deleteAllUnused, deleteUnused, findBatch, listPasscodes } from './passcode-list.store.ts';
import { checkAsked } from './check-asked.ts';
import { mailNewGuardians } from './guardians/give-links.ts';
import { checkTargets } from './passcode-targets.ts';
import { insertPasscodes, type NewPasscode } from './passcodes.store.ts';
import { handle, type Call, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { importPasscodesOf } from './import-passcodes.ts';
import { remindPeople } from './remind-passcodes.ts';

export function passcodesRoutes(services: Services): Route[] {
  const { db, bus, auditLog } = services;
  const changed = () => bus.publish('changed', { feature: 'passcodes', deviceId: null });
  return [
    handle(passcodeList, async ({ session, scope, input }) => {
      const page = await listPasscodes(db, scope, input);
      const joined = Array.from(page.json.matchAll(/"deviceId" ?: ?(\d+)/g), ([, id]) => Number(id));
      await logSeen(auditLog, { session, endpoint: passcodeList, input }, joined);
      return page;
    }),
    handle(savePasscodes, async (call) => {
      const batchId = await makePasscodes(services, call);
      const made = await findBatch(db, call.scope, batchId);
      const guarded = made.filter(({ signing }) => signing !== null).map(({ id }) => id);
      const mailed = await mailNewGuardians(services, call, guarded);
      changed();
      return mailed === 0 ? made : await findBatch(db, call.scope, batchId);
    }),
    handle(importPasscodes, (call) => importPasscodesOf(services, call)),
    handle(remindPasscodes, (call) => remindPeople(services, call)),
    handle(deletePasscodes, async ({ scope, input }) => {
      const deleted = await deleteAllUnused(db, scope, input.ids);
      if (deleted > 0) changed();
      return { deleted };
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

/** Makes passcodes as one batch, and returns its number. */
async function makePasscodes(services: Services, { session, scope, input }: Call<typeof savePasscodes>) {
  const { count, ground, asked, name, email, guardianEmail, groupId, language } = input;
  const validHours = input.validHours ?? usualHours({ isGuarded: guardianEmail !== '' });
  await checkAsked(services, session, asked);
  if (ground.reviewOn !== null) checkReviewDay(ground.reviewOn);
  return await services.db.transaction().execute(async (transaction) => {
    const { admin } = await checkTargets(transaction, scope, input);
    const each: NewPasscode = { name, email, guardianEmail, groupId, adminId: admin.id, validHours };
    const { batchId } = await insertPasscodes(
      transaction,
      session.userId,
      { ground, asked, language },
      Array.from({ length: count }, () => each),
    );
    await boundCreated(transaction, 'passcodes', session.userId);
    return batchId;
  });
}
