import { cancelCommand, deleteFile, percentOf, sendFile, type Command } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { textOfError } from '../../core/api/api-error.ts';
import { onSessionEnd } from '../../core/session/end-session.ts';
import { createExternalStore } from '../../core/session/external-store.ts';
import { readAgain } from '../../core/socket/read-again.ts';
import { pathOf } from './file-path.ts';
import { endText, runCommand } from './run-command.ts';
import { saveFile, storedFile } from './save-file.ts';

/** A file that is fetched comes to the server; one that is downloaded goes on from there to this computer. */
export type JobKind = 'fetch' | 'download' | 'delete';

/** Something to do with one file or folder of a device. */
export interface FileJob {
  kind: JobKind;
  deviceId: number;
  file: { parent: string; name: string };
}

/** Where a job is: in line behind another command, at the device, or between the server and this computer. */
export type JobStage = 'busy' | 'device' | 'browser';

/** Jobs that were asked for until all of them are done: what the page shows of them. */
export interface JobLine {
  deviceId: number;
  current: FileJob;
  stage: JobStage;
  /** Of the current stage; null when nobody says. */
  percent: number | null;
  /** The place of the current job in the line, from 1. */
  place: number;
  total: number;
}

export interface JobFailure {
  id: number;
  deviceId: number;
  name: string;
  reason: string;
}

/** Downloads and deletions, one after the other: a device has one open command at a time. */
export class FileJobs {
  readonly line = createExternalStore<JobLine | null>(null);
  readonly failures = createExternalStore<readonly JobFailure[]>([]);
  #waiting: FileJob[] = [];
  #abort = new AbortController();
  #commandId: number | null = null;

  ask(jobs: readonly FileJob[]): void {
    this.#waiting.push(...jobs);
    const now = this.line.get();
    if (now !== null) return this.line.set({ ...now, total: now.total + jobs.length });
    this.failures.set([]);
    void this.#runAll(jobs.length);
  }

  /** Forgets the line, and ends what is on its way. */
  stop(): void {
    const now = this.line.get();
    this.#waiting = [];
    this.#abort.abort();
    // For what is asked for from now on.
    this.#abort = new AbortController();
    if (now === null) return;
    this.line.set({ ...now, total: now.place });
    if (this.#commandId !== null) void cancel(now.deviceId, this.#commandId);
  }

  forgetFailures(deviceId: number): void {
    this.failures.set(this.failures.get().filter((failure) => failure.deviceId !== deviceId));
  }

  async #runAll(total: number): Promise<void> {
    let place = 0;
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      place += 1;
      const all = Math.max(total, this.line.get()?.total ?? 0);
      this.line.set({ deviceId: job.deviceId, current: job, stage: 'busy', percent: null, place, total: all });
      const { signal } = this.#abort;
      // Whoever stopped it knows.
      await this.#run(job, signal).catch((error: unknown) => signal.aborted || this.#fail(job, textOfError(error)));
    }
    this.line.set(null);
  }

  async #run(job: FileJob, signal: AbortSignal): Promise<void> {
    const { deviceId, kind } = job;
    const path = pathOf(job.file);
    const ask = () => call(kind === 'delete' ? deleteFile : sendFile, { deviceId, path });
    const command = await runCommand({ deviceId, ask, signal, onChange: (now) => this.#follow(now, deviceId, signal) });
    this.#commandId = null;
    void readAgain('files', deviceId);
    if (command.stepType !== 'DONE') return this.#fail(job, endText(command));
    if (kind !== 'download') return;
    this.#tell({ stage: 'browser', percent: 0 });
    const stored = await storedFile(deviceId, path);
    await saveFile(deviceId, stored, signal, (share) => this.#tell({ percent: percentOf(share, 1) }));
  }

  #follow(command: Command | null, deviceId: number, signal: AbortSignal): void {
    this.#commandId = signal.aborted ? null : (command?.id ?? null);
    // It was stopped while the device was just being asked.
    if (signal.aborted && command !== null) return void cancel(deviceId, command.id);
    this.#tell(command === null ? { stage: 'busy' } : { stage: 'device', percent: command.progress });
  }

  #tell(change: Partial<JobLine>): void {
    const now = this.line.get();
    if (now !== null) this.line.set({ ...now, ...change });
  }

  #fail({ deviceId, file }: FileJob, reason: string): void {
    const before = this.failures.get();
    const id = (before.at(-1)?.id ?? 0) + 1;
    this.failures.set([...before, { id, deviceId, name: file.name, reason }]);
  }
}

async function cancel(deviceId: number, commandId: number): Promise<void> {
  // One that has just ended needs no cancelling.
  await call(cancelCommand, { deviceId, commandId }).catch(() => undefined);
  await readAgain('commands', deviceId);
}

export const fileJobs = new FileJobs();

onSessionEnd(() => fileJobs.stop());
