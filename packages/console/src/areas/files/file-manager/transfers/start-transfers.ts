import type { ChosenFile } from '../uploads/dropped-files.ts';
import type { FileWork } from './file-runs.ts';

// Both modules are imported on first use, because most visits to the page start no transfer.

/** Starts fetches, downloads, renames or deletions of files on a device. */
export async function startFileRun(deviceId: number, work: FileWork): Promise<void> {
  const { fileRuns } = await import('./file-runs.ts');
  await fileRuns.start(deviceId, work);
}

/** Uploads files to a folder of a device. */
export async function startUploads(deviceId: number, folder: string, chosen: readonly ChosenFile[]): Promise<void> {
  const { uploads } = await import('../uploads/uploads.ts');
  uploads.add(deviceId, folder, chosen);
}
