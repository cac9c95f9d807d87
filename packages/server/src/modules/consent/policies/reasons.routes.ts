import {
  giveReason,
  loadReason,
  listUsePolicies,
  updateUsePolicies,
  type DeviceReason,
  type ShownPolicy,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { listReasons, saveReason } from '../../../shared/disclosure/reasons.store.ts';
import { requireUsedKinds } from '../device-access.ts';
import { listPolicies, writePolicy } from './use-policies.store.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';

export function reasonsRoutes(services: Services): Route[] {
  const { db, bus, policies: cache, face } = services;
  const listUsed = async (): Promise<ShownPolicy[]> => {
    const { usedKinds } = await face.read();
    return (await listPolicies(db)).filter(({ capability }) => usedKinds.includes(capability));
  };
  const reasonOf = async (use: { userId: number; deviceId: number }): Promise<DeviceReason> => ({
    policies: await cache.read(),
    given: await listReasons(db, use),
  });
  return [
    handle(listUsePolicies, listUsed),
    handle(updateUsePolicies, async ({ session, input }) => {
      await requireUsedKinds(
        services,
        input.policies.map(({ capability }) => capability),
      );
      await db.transaction().execute(async (transaction) => {
        const before = new Map((await listPolicies(transaction)).map((each) => [each.capability, each]));
        for (const { capability, ...after } of input.policies) {
          const { reason, approval } = before.get(capability) ?? after;
          if (reason === after.reason && approval === after.approval) continue;
          await writePolicy(transaction, { capability, before: { reason, approval }, after }, session);
        }
      });
      bus.publish('policiesChanged', {});
      bus.publish('changed', { feature: 'reasons', deviceId: null });
      return await listUsed();
    }),
    handle(loadReason, ({ session, input }) => reasonOf({ userId: session.userId, deviceId: input.deviceId })),
    handle(giveReason, async ({ session, input: { deviceId, ...given } }) => {
      const use = { userId: session.userId, deviceId };
      if (!(await saveReason(db, use, given))) throw new AppError('device_not_found');
      // The admin's other tabs reload and do not ask for the reason again.
      bus.publish('changed', { feature: 'reasons', deviceId, userId: session.userId });
      return await reasonOf(use);
    }),
  ];
}
