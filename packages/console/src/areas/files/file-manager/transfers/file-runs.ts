import { deleteFile, limits, renameFile, sendFile, type Endpoint, type Run, type RunAction } from '@fairwatch/contract';
import { textOfError } from '../../../../core/api/api-error.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { startDeviceRun } from '../../../../shared/run-progress/start-run.ts';
import { findProblems, problemText, stopRun, watchRun } from '../../../../shared/run-progress/watch-run.ts';
import { onSessionEnd } from '../../../../core/session/end-session.ts';
import { createExternalStore } from '../../../../core/state/external-store.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import { saveFetchedFiles, type Saving } from './save-file.ts';

/** `fetch` copies files from the device to the server; `download` then also saves them on this computer. */
export type FileWork =
  | { kind: 'fetch' | 'download' | 'delete'; paths: readonly string[] }
  | { kind: 'rename'; renames: readonly { path: string; name: string }[] };

/** A run about files of a device that was started in this tab. */
export interface FileRun {
  deviceId: number;
  kind: FileWork['kind'];
  run: Run;
  /** Set once the files are fetched and being saved on this computer. */
  saving: Saving | null;
}

export interface FileProblem {
  id: number;
  deviceId: number;
  runId: number;
  text: string;
}

/** The single commands behind each kind of work. */
const uses: Readonly<Record<FileWork['kind'], Endpoint>> = {
  fetch: sendFile,
  download: sendFile,
  delete: deleteFile,
  rename: renameFile,
};

function actionOf(work: FileWork): RunAction {
  if (work.kind === 'rename') return { action: 'RENAME_FILES', renames: [...work.renames] };
  return { action: work.kind === 'delete' ? 'DELETE_FILES' : 'SEND_FILES', paths: [...work.paths] };
}

/** Splits work that names more files than one run takes. */
function splitWork(work: FileWork): FileWork[] {
  const size = limits.run.filesPerRun;
  const files = work.kind === 'rename' ? work.renames : work.paths;
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) => {
    const [start, end] = [index * size, (index + 1) * size];
    return work.kind === 'rename'
      ? { ...work, renames: work.renames.slice(start, end) }
      : { ...work, paths: work.paths.slice(start, end) };
  });
}

/**
 * The runs about files that were started in this tab. The server carries them out; the tab only follows them, tells what went wrong, and
 * saves the files of a download once they are on the server.
 */
export class FileRuns {
  readonly active = createExternalStore<readonly FileRun[]>([]);
  readonly problems = createExternalStore<readonly FileProblem[]>([]);
  readonly #watching = new Map<number, AbortController>();
  #lastId = 0;

  /** Starts the work. Resolves once the server has it, with the ids of the runs. */
  async start(deviceId: number, work: FileWork): Promise<number[]> {
    const started: number[] = [];
    try {
      for (const part of splitWork(work)) {
        const run = await startDeviceRun({ deviceId, action: actionOf(part), uses: [uses[part.kind]] });
        started.push(run.id);
        void this.#follow({ deviceId, kind: part.kind, run, saving: null }, part);
      }
    } catch (error) {
      toast.error(textOfError(error));
    }
    return started;
  }

  /** Cancels a run, or the saving of its files on this computer. */
  stop(runId: number): void {
    const own = this.active.get().find(({ run }) => run.id === runId);
    if (own?.saving) this.#watching.get(runId)?.abort();
    else void stopRun(runId);
  }

  dismissProblems(deviceId: number): void {
    this.problems.set(this.problems.get().filter((problem) => problem.deviceId !== deviceId));
  }

  /** Stops following; the runs go on at the server. */
  clear(): void {
    for (const watching of this.#watching.values()) watching.abort();
    this.active.set([]);
    this.problems.set([]);
  }

  async #follow(own: FileRun, work: FileWork): Promise<void> {
    const { deviceId, run } = own;
    const watching = new AbortController();
    this.#watching.set(run.id, watching);
    this.active.set([...this.active.get(), own]);
    try {
      const { createdAt, state } = await watchRun(run.id, watching.signal, (changed) =>
        this.#change(run.id, { run: changed }),
      );
      void refetchChanged('files', deviceId);
      for (const item of await findProblems(run.id)) this.#report(own, `${item.title}: ${problemText(item)}`);
      if (work.kind !== 'download' || state === 'CANCELLED') return;
      await saveFetchedFiles({ deviceId, paths: work.paths, since: createdAt }, watching.signal, (saving) =>
        this.#change(run.id, { saving }),
      );
    } catch (error) {
      // Who stops the saving knows that it is stopped.
      if (!watching.signal.aborted) this.#report(own, textOfError(error));
    } finally {
      this.#watching.delete(run.id);
      this.active.set(this.active.get().filter((each) => each.run.id !== run.id));
    }
  }

  #change(runId: number, change: Partial<FileRun>): void {
    const active = this.active.get();
    const index = active.findIndex(({ run }) => run.id === runId);
    const own = active[index];
    if (own !== undefined) this.active.set(active.with(index, { ...own, ...change }));
  }

  #report({ deviceId, run }: FileRun, text: string): void {
    this.#lastId += 1;
    this.problems.set([...this.problems.get(), { id: this.#lastId, deviceId, runId: run.id, text }]);
  }
}

export const fileRuns = new FileRuns();

onSessionEnd(() => fileRuns.clear());
