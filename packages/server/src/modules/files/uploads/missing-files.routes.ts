import { missingFiles } from '@fairwatch/contract';
import type { CommandAnswer } from '../../commands/answers/command-answer.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { refreshFiles } from '../content/blobs.store.ts';
import { checkUploadCommand } from './upload-command.ts';
import { createWantedFiles } from './wanted-files.ts';

/** The call by which a device learns which files to upload. The uploads themselves use tus (`uploads.routes.ts`). */
export function missingFilesRoutes({ db, blobs }: Services, answers: readonly CommandAnswer[]): Route[] {
  const wanted = createWantedFiles(answers);
  return [
    handle(missingFiles, async ({ device, input }) => {
      const { commandId } = input;
      const hashes = [...new Set(input.hashes)];
      const sending = { deviceId: device.deviceId, commandId };
      const held = await db.transaction().execute(async (transaction) => {
        const command = await checkUploadCommand(transaction, sending, { lock: true });
        await wanted.checkNumber(transaction, command, hashes);
        return await refreshFiles(transaction, command, hashes);
      });
      // A file that the disk has lost is requested again.
      const lies = await Promise.all(
        hashes.map(async (hash) => {
          const storedAs = held.get(hash);
          return storedAs !== undefined && (await blobs.stat(storedAs, 'full'));
        }),
      );
      return { missing: hashes.filter((_, place) => !lies[place]) };
    }),
  ];
}
