import { sha256 } from '@noble/hashes/sha2.js';

/** What the worker tells while it reads a file. */
export type HashAnswer = { read: number } | { sha256: string } | 'unreadable';

const sliceBytes = 4 * 1024 * 1024;

const tell = (answer: HashAnswer) => postMessage(answer);

/** Slice by slice: a file of two gigabytes must not be in memory at once. */
async function hash(file: File): Promise<void> {
  const running = sha256.create();
  for (let start = 0; start < file.size; start += sliceBytes) {
    running.update(new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer()));
    tell({ read: Math.min(start + sliceBytes, file.size) });
  }
  tell({ sha256: Array.from(running.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('') });
}

addEventListener('message', ({ data }: MessageEvent<File>) => {
  hash(data).catch(() => tell('unreadable'));
});
