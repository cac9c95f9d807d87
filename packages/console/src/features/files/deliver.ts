import { limits, receiveFiles, type Command } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { readAgain } from '../../core/socket/read-again.ts';
import { runCommand } from './run-command.ts';
import type { UploadItem } from './upload-types.ts';

interface Parcel {
  folder: string;
  items: readonly UploadItem[];
}

/** One command brings files into one folder, and only so many. */
function parcelsOf(items: readonly UploadItem[]): Parcel[] {
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
  /** Null while the device is busy with something else. */
  onChange: (command: Command | null) => void;
  onDelivered: (items: readonly UploadItem[]) => void;
}

/** Has the device fetch what the server holds for it. Resolves with what went wrong, or null. */
export async function deliver(
  deviceId: number,
  items: readonly UploadItem[],
  { signal, onChange, onDelivered }: DeliverHooks,
): Promise<Command | null> {
  for (const parcel of parcelsOf(items)) {
    const files = parcel.items.flatMap(({ stored, name }) => (stored === null ? [] : [{ id: stored.id, name }]));
    const ask = () => call(receiveFiles, { deviceId, folder: parcel.folder, files });
    const command = await runCommand({ deviceId, ask, signal, onChange });
    void readAgain('files', deviceId);
    if (command.stepType !== 'DONE') return command;
    onDelivered(parcel.items);
  }
  return null;
}
