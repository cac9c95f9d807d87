import type { Work } from '../core/commands/handlers.ts';

/** A running command for tests. What is left out does nothing; `uploadMany` calls `upload` for each file. */
export function testWork(parts: Partial<Work> = {}): Work {
  const { upload = async () => 'a'.repeat(64), signal = new AbortController().signal } = parts;
  return {
    commandId: 1,
    signal,
    requestedBy: 'maria',
    reason: null,
    report: () => undefined,
    upload,
    async uploadMany(files, onSent) {
      const hashes: string[] = [];
      for await (const file of files) {
        signal.throwIfAborted();
        hashes.push(await upload(file));
      }
      onSent?.(hashes.length);
      return hashes;
    },
    fetchFile: async () => undefined,
    ...parts,
  };
}
