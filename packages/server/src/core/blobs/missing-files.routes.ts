import { missingFiles } from '@fairwatch/contract';
import type { CommandAnswer } from '../devices/commands/command-answer.ts';
import { handle, type Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { refreshFiles } from './blobs.store.ts';
import { checkSending } from './sending-check.ts';
import { createWantedFiles } from './wanted-files.ts';

/** What devices ask about files. The bytes have their own door. */
export function missingFilesRoutes({ db, blobs }: Services, answers: readonly CommandAnswer[]): Route[] {
  const wanted = createWantedFiles(answers);
  return [
    handle(missingFiles, async ({ device, input }) => {
      const { commandId } = input;
      const hashes = [...new Set(input.hashes)];
      const sending = { deviceId: device.deviceId, commandId };
      const held = await db.transaction().execute(async (transaction) => {
        const command = await checkSending(transaction, sending, { hold: true });
        await wanted.checkNumber(transaction, command, hashes);
        return await refreshFiles(transaction, command, hashes);
      });
      // What the disk lost, against all promises, is asked for again.
      const lies = await Promise.all(hashes.map(async (hash) => held.has(hash) && (await blobs.stat(hash, 'full'))));
      return { missing: hashes.filter((_, place) => !lies[place]) };
    }),
  ];
}
