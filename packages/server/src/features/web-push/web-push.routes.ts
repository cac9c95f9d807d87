import { loadWebPush, updateWebPush, type WebPush } from '@fairwatch/contract';
import type { Database } from '../../core/database/schema.ts';
import { writeSetting } from '../../core/devices/settings.store.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { deleteSubscriptions, readWebPush, webPushSetting } from '../../core/web-push/push-subscriptions.store.ts';
import { ensureVapidKeys } from '../../core/web-push/vapid-keys.store.ts';

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
        // Locks the setting until the end: who subscribes at this moment is stored before it, and deleted, or not at all.
        if (before !== enabled) {
          await writeSetting(transaction, { key: webPushSetting, before, after: enabled }, session);
        }
        if (enabled) await ensureVapidKeys(transaction, vault);
        else await deleteSubscriptions(transaction);
        return await read(transaction);
      });
      bus.publish('webPushSwitched', {});
      // Without a subscription nobody is reachable any more.
      bus.publish('changed', { feature: 'devices', deviceId: null });
      return shown;
    }),
  ];
}
