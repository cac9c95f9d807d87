import { createHash, type Hash } from 'node:crypto';

/** More than the uploads of a busy server. Beyond it the oldest hash is dropped, and its file is read again at the end. */
const keptAtOnce = 200;

/**
 * Computes the hashes of files while they are uploaded. It is a cache: after a restart, an abort or a failed write there is
 * no hash, and the caller reads the file.
 */
export function createRunningHashes() {
  const running = new Map<string, { hash: Hash; bytes: number }>();
  return {
    /** Continues the hash of a file that has this many bytes. Null when the hash missed some of them. */
    resume(id: string, bytes: number): ((piece: Uint8Array) => void) | null {
      const known = running.get(id);
      const state = known?.bytes === bytes ? known : { hash: createHash('sha256'), bytes: 0 };
      running.delete(id);
      if (state.bytes !== bytes) return null;
      const [oldest] = running.keys();
      if (running.size >= keptAtOnce && oldest !== undefined) running.delete(oldest);
      running.set(id, state);
      return (piece) => {
        state.hash.update(piece);
        state.bytes += piece.length;
      };
    },

    /** The hash in hex; null when not every byte was seen. */
    finish(id: string, bytes: number): string | null {
      const state = running.get(id);
      running.delete(id);
      return state?.bytes === bytes ? state.hash.digest('hex') : null;
    },
  };
}
