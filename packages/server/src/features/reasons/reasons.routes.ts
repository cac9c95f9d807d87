import { giveReason, loadReason, listUsePolicies, updateUsePolicies, type DeviceReason } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { findReason, giveReasonFor } from '../../core/devices/policies/reasons.store.ts';
import { listPolicies, writePolicy } from '../../core/devices/policies/use-policies.store.ts';
import { readPolicies } from '../../core/devices/policies/use-policies.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';

export function reasonsRoutes({ db, bus }: Services): Route[] {
  const reasonOf = async (use: { userId: number; deviceId: number }): Promise<DeviceReason> => ({
    policies: await readPolicies(db),
    given: await findReason(db, use),
  });
  return [
    handle(listUsePolicies, () => listPolicies(db)),
    handle(updateUsePolicies, async ({ session, input }) => {
      const policies = await db.transaction().execute(async (transaction) => {
        const before = new Map((await listPolicies(transaction)).map((each) => [each.capability, each]));
        for (const { capability, ...after } of input.policies) {
          const { reason, approval } = before.get(capability) ?? after;
          if (reason === after.reason && approval === after.approval) continue;
          await writePolicy(transaction, { capability, before: { reason, approval }, after }, session);
        }
        return await listPolicies(transaction);
      });
      bus.publish('policiesChanged', {});
      bus.publish('changed', { feature: 'reasons', deviceId: null });
      return policies;
    }),
    handle(loadReason, ({ session, input }) => reasonOf({ userId: session.userId, deviceId: input.deviceId })),
    handle(giveReason, async ({ session, input: { deviceId, reason } }) => {
      const use = { userId: session.userId, deviceId };
      if (!(await giveReasonFor(db, use, reason))) throw new AppError('device_not_found');
      // The admin's other tabs need not ask again.
      bus.publish('changed', { feature: 'reasons', deviceId, userId: session.userId });
      return await reasonOf(use);
    }),
  ];
}
