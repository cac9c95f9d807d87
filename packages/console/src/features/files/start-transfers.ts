import type { ChosenFile } from './dropped-files.ts';
import type { FileJob } from './file-jobs.ts';

// The code of both comes when they are first asked for: whoever only looks needs neither.

/** Puts downloads and deletions in line. */
export async function askJobs(jobs: readonly FileJob[]): Promise<void> {
  const { fileJobs } = await import('./file-jobs.ts');
  fileJobs.ask(jobs);
}

/** Sends files to a folder of a device. */
export async function upload(deviceId: number, folder: string, chosen: readonly ChosenFile[]): Promise<void> {
  const { uploads } = await import('./uploads.ts');
  uploads.add(deviceId, folder, chosen);
}
