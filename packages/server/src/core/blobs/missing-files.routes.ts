import { missingFiles } from '@fairwatch/contract';
import { handle, type Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { refreshFiles } from './blobs.store.ts';
import { checkSending } from './sending-check.ts';

/** What devices ask about files. The bytes have their own door. */
export function missingFilesRoutes({ db, blobs }: Services): Route[] {
  return [
    handle(missingFiles, async ({ device, input }) => {
      const { commandId } = input;
      const hashes = [...new Set(input.hashes)];
      const sending = { deviceId: device.deviceId, commandId };
      const held = await db.transaction().execute(async (transaction) => {
        const capability = await checkSending(transaction, sending, { hold: true });
        return await refreshFiles(transaction, { ...sending, capability }, hashes);
      });
      // What the disk lost, against all promises, is asked for again.
      const lies = await Promise.all(hashes.map(async (hash) => held.has(hash) && (await blobs.stat(hash, 'full'))));
      return { missing: hashes.filter((_, place) => !lies[place]) };
    }),
  ];
}
