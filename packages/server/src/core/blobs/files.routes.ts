import { missingFiles } from '@fairwatch/contract';
import { handle, type Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { refreshFiles } from './blobs.store.ts';
import { checkSending } from './sending-check.ts';

/** What devices ask about files. The bytes have their own door. */
export function filesRoutes({ db }: Services): Route[] {
  return [
    handle(missingFiles, async ({ device, input }) => {
      const sending = { deviceId: device.deviceId, commandId: input.commandId };
      return await db.transaction().execute(async (transaction) => {
        const capability = await checkSending(transaction, sending, { hold: true });
        const held = await refreshFiles(transaction, { ...sending, capability }, input.hashes);
        return { missing: input.hashes.filter((hash) => !held.has(hash)) };
      });
    }),
  ];
}
