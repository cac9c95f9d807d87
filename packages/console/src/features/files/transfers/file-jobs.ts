import { cancelCommand, deleteFile, percentOf, sendFile, type Command } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { textOfError } from '../../../core/api/api-error.ts';
import { onSessionEnd } from '../../../core/session/end-session.ts';
import { createExternalStore } from '../../../core/state/external-store.ts';
import { refetchChanged } from '../../../core/changes/refetch-changed.ts';
import { pathOf } from '../file-path.ts';
import { failureText, runCommand } from '../run-command.ts';
import { downloadFileWithProgress, findStoredFile } from './save-file.ts';

/** `fetch` copies a file from the device to the server; `download` then also saves it on this computer. */
export type JobKind = 'fetch' | 'download' | 'delete';

/** An operation on one file or folder of a device. */
export interface FileJob {
  kind: JobKind;
  deviceId: number;
  file: { parent: string; name: string };
}

/** `busy`: waiting for another command of the device. `device`: the device is working. `browser`: the file is being saved here. */
export type JobStage = 'busy' | 'device' | 'browser';

/** The progress of the job queue, for the page. */
export interface JobProgress {
  deviceId: number;
  current: FileJob;
  stage: JobStage;
  /** The progress of the current stage, 0 to 100; null while it is unknown. */
  percent: number | null;
  /** The position of the current job in the queue, from 1. */
  position: number;
  total: number;
}

export interface JobFailure {
  id: number;
  deviceId: number;
  name: string;
  reason: string;
}

/** The queue of fetches, downloads and deletions. Jobs run one at a time, because a device accepts one command at a time. */
export class FileJobs {
  readonly progress = createExternalStore<JobProgress | null>(null);
  readonly failures = createExternalStore<readonly JobFailure[]>([]);
  #queue: FileJob[] = [];
  #abort = new AbortController();
  #commandId: number | null = null;

  send(jobs: readonly FileJob[]): void {
    this.#queue.push(...jobs);
    const progress = this.progress.get();
    if (progress !== null) return this.progress.set({ ...progress, total: progress.total + jobs.length });
    this.failures.set([]);
    void this.#runAll(jobs.length);
  }

  /** Empties the queue and cancels the running job. */
  stop(): void {
    const progress = this.progress.get();
    this.#queue = [];
    this.#abort.abort();
    // Jobs that are sent from now on need a signal that is not aborted.
    this.#abort = new AbortController();
    if (progress === null) return;
    this.progress.set({ ...progress, total: progress.position });
    if (this.#commandId !== null) void cancel(progress.deviceId, this.#commandId);
  }

  clearFailures(deviceId: number): void {
    this.failures.set(this.failures.get().filter((failure) => failure.deviceId !== deviceId));
  }

  async #runAll(total: number): Promise<void> {
    let position = 0;
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      position += 1;
      const newTotal = Math.max(total, this.progress.get()?.total ?? 0);
      this.progress.set({
        deviceId: job.deviceId,
        current: job,
        stage: 'busy',
        percent: null,
        position,
        total: newTotal,
      });
      const { signal } = this.#abort;
      // A job that the admin stopped is not a failure.
      await this.#run(job, signal).catch((error: unknown) => signal.aborted || this.#fail(job, textOfError(error)));
    }
    this.progress.set(null);
  }

  async #run(job: FileJob, signal: AbortSignal): Promise<void> {
    const { deviceId, kind } = job;
    const path = pathOf(job.file);
    const send = () => call(kind === 'delete' ? deleteFile : sendFile, { deviceId, path });
    const command = await runCommand({
      deviceId,
      send,
      signal,
      onChange: (command) => this.#onCommandChange(command, deviceId, signal),
    });
    this.#commandId = null;
    void refetchChanged('files', deviceId);
    if (command.stepType !== 'DONE') return this.#fail(job, failureText(command));
    if (kind !== 'download') return;
    this.#update({ stage: 'browser', percent: 0 });
    const stored = await findStoredFile(deviceId, path);
    await downloadFileWithProgress(deviceId, stored, signal, (share) => this.#update({ percent: percentOf(share, 1) }));
  }

  #onCommandChange(command: Command | null, deviceId: number, signal: AbortSignal): void {
    this.#commandId = signal.aborted ? null : (command?.id ?? null);
    // The admin stopped the queue before the server had accepted the command.
    if (signal.aborted && command !== null) return void cancel(deviceId, command.id);
    this.#update(command === null ? { stage: 'busy' } : { stage: 'device', percent: command.progress });
  }

  #update(change: Partial<JobProgress>): void {
    const progress = this.progress.get();
    if (progress !== null) this.progress.set({ ...progress, ...change });
  }

  #fail({ deviceId, file }: FileJob, reason: string): void {
    const before = this.failures.get();
    const id = (before.at(-1)?.id ?? 0) + 1;
    this.failures.set([...before, { id, deviceId, name: file.name, reason }]);
  }
}

async function cancel(deviceId: number, commandId: number): Promise<void> {
  // Cancelling fails when the command has just ended, which is fine.
  await call(cancelCommand, { deviceId, commandId }).catch(() => undefined);
  await refetchChanged('commands', deviceId);
}

export const fileJobs = new FileJobs();

onSessionEnd(() => fileJobs.stop());
