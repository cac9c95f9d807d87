import type { ChosenFile } from '../uploads/dropped-files.ts';
import type { FileJob } from './file-jobs.ts';

// Both modules are imported on first use, because most visits to the page start no transfer.

/** Queues fetches, downloads and deletions. */
export async function startJobs(jobs: readonly FileJob[]): Promise<void> {
  const { fileJobs } = await import('./file-jobs.ts');
  fileJobs.send(jobs);
}

/** Uploads files to a folder of a device. */
export async function startUploads(deviceId: number, folder: string, chosen: readonly ChosenFile[]): Promise<void> {
  const { uploads } = await import('../uploads/uploads.ts');
  uploads.add(deviceId, folder, chosen);
}
