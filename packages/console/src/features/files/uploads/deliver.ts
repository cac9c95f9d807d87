import { limits, receiveFiles, type Command } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { refetchChanged } from '../../../core/changes/refetch-changed.ts';
import { runCommand } from '../run-command.ts';
import type { UploadItem } from './upload-types.ts';

interface DeliveryBatch {
  folder: string;
  items: readonly UploadItem[];
}

/** Splits the files by folder and by `limits.file.receivedAtOnce`, because one command writes to one folder and has a maximum length. */
function splitIntoBatches(items: readonly UploadItem[]): DeliveryBatch[] {
  const byFolder = Map.groupBy(items, ({ folder }) => folder);
  return Array.from(byFolder, ([folder, inFolder]) =>
    Array.from({ length: Math.ceil(inFolder.length / limits.file.receivedAtOnce) }, (_, index) => ({
      folder,
      items: inFolder.slice(index * limits.file.receivedAtOnce, (index + 1) * limits.file.receivedAtOnce),
    })),
  ).flat();
}

interface DeliverHooks {
  signal: AbortSignal;
  /** Called with null while the device is busy with another command. */
  onChange: (command: Command | null) => void;
  onDelivered: (items: readonly UploadItem[]) => void;
}

/** Sends the commands that make the device fetch the uploaded files. Resolves with the first command that failed, or null on success. */
export async function deliver(
  deviceId: number,
  items: readonly UploadItem[],
  { signal, onChange, onDelivered }: DeliverHooks,
): Promise<Command | null> {
  for (const batch of splitIntoBatches(items)) {
    const files = batch.items.flatMap(({ stored, name }) => (stored === null ? [] : [{ id: stored.id, name }]));
    const send = () => call(receiveFiles, { deviceId, folder: batch.folder, files });
    const command = await runCommand({ deviceId, send, signal, onChange });
    void refetchChanged('files', deviceId);
    if (command.stepType !== 'DONE') return command;
    onDelivered(batch.items);
  }
  return null;
}
