import { createHash, type Hash } from 'node:crypto';

/** More than anybody uploads at a time; the oldest gives way, and its file is read again at its end. */
const keptAtOnce = 200;

/**
 * Hashes that are taken while files grow. They are a saving, not the truth: after a restart, a cut or a failed write there is
 * none, and the file is read.
 */
export function createRunningHashes() {
  const running = new Map<string, { hash: Hash; bytes: number }>();
  return {
    /** Goes on with a file that has so many bytes now. Without a beginning there is nothing to go on with. */
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

    /** Of all bytes, if each of them was seen; null if not. */
    finish(id: string, bytes: number): string | null {
      const state = running.get(id);
      running.delete(id);
      return state?.bytes === bytes ? state.hash.digest('hex') : null;
    },
  };
}
