/** Runs in a worker: the only place where Safari before 26 lets a page write into its private folder. */
export type WriterTask =
  | { kind: 'open'; handle: FileSystemFileHandle }
  | { kind: 'write'; bytes: Uint8Array }
  | { kind: 'close' };
export interface WriterAnswer {
  problem: { name: string; message: string } | null;
}

/** A standard API that exists only in workers, and is missing in the types. */
interface SyncAccess {
  truncate(size: number): void;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}

let access: SyncAccess | null = null;
let written = 0;

async function carryOut(task: WriterTask): Promise<void> {
  if (task.kind === 'open') {
    const handle = task.handle as FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccess> };
    access = await handle.createSyncAccessHandle();
    access.truncate(0);
    written = 0;
    return;
  }
  if (task.kind === 'write') {
    const count = access?.write(task.bytes, { at: written }) ?? 0;
    if (count < task.bytes.length) throw new DOMException('The storage is full.', 'QuotaExceededError');
    written += count;
    return;
  }
  access?.flush();
  access?.close();
  access = null;
}

function answer(problem: WriterAnswer['problem']): void {
  postMessage({ problem } satisfies WriterAnswer);
}

function problemOf(error: unknown): WriterAnswer['problem'] {
  const isKnown = error instanceof Error || error instanceof DOMException;
  return isKnown ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) };
}

addEventListener('message', ({ data }: MessageEvent<WriterTask>) => {
  carryOut(data).then(
    () => answer(null),
    (error: unknown) => answer(problemOf(error)),
  );
});
