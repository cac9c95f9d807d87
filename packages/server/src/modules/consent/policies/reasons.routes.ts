import { giveReason, loadReason, listUsePolicies, updateUsePolicies, type DeviceReason } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { findReason, saveReason } from '../../../shared/disclosure/reasons.store.ts';
import { listPolicies, writePolicy } from './use-policies.store.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';

export function reasonsRoutes({ db, bus, policies: cache }: Services): Route[] {
  const reasonOf = async (use: { userId: number; deviceId: number }): Promise<DeviceReason> => ({
    policies: await cache.read(),
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
      if (!(await saveReason(db, use, reason))) throw new AppError('device_not_found');
      // The admin's other tabs reload and do not ask for the reason again.
      bus.publish('changed', { feature: 'reasons', deviceId, userId: session.userId });
      return await reasonOf(use);
    }),
  ];
}
