import { loadWebPush, updateWebPush, type WebPush } from '@fairwatch/contract';
import type { Database } from '../../shared/schema/schema.ts';
import { writeSetting } from '../../shared/settings/settings.store.ts';
import { handle, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';
import { deleteSubscriptions, readWebPush, webPushSetting } from '../../shared/push/push-subscriptions.store.ts';
import { ensureVapidKeys } from '../../shared/push/vapid-keys.store.ts';

export function webPushRoutes({ db, bus, config, vault }: Services): Route[] {
  const read = async (from: Database): Promise<WebPush> => ({
    ...(await readWebPush(from)),
    services: [...config.pushServices],
  });
  return [
    handle(loadWebPush, () => read(db)),
    handle(updateWebPush, async ({ session, input: { enabled } }) => {
      const shown = await db.transaction().execute(async (transaction) => {
        const { enabled: before } = await readWebPush(transaction);
        // The row lock serializes this with new subscriptions: one is either stored before and deleted here, or refused.
        if (before !== enabled) {
          await writeSetting(transaction, { key: webPushSetting, before, after: enabled }, session);
        }
        if (enabled) await ensureVapidKeys(transaction, vault);
        else await deleteSubscriptions(transaction);
        return await read(transaction);
      });
      bus.publish('webPushSwitched', {});
      // Device lists show who can be reached by push, which changes with the setting.
      bus.publish('changed', { feature: 'devices', deviceId: null });
      return shown;
    }),
  ];
}
