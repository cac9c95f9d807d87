import { sha256 } from '@noble/hashes/sha2.js';

/** The messages of the worker while it reads a file. */
export type HashAnswer = { read: number } | { sha256: string } | 'unreadable';

const sliceBytes = 4 * 1024 * 1024;

const post = (answer: HashAnswer) => postMessage(answer);

/** Hashes a file in slices, because a file of two gigabytes does not fit into memory. */
async function hash(file: File): Promise<void> {
  const hasher = sha256.create();
  for (let start = 0; start < file.size; start += sliceBytes) {
    hasher.update(new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer()));
    post({ read: Math.min(start + sliceBytes, file.size) });
  }
  post({ sha256: Array.from(hasher.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('') });
}

addEventListener('message', ({ data }: MessageEvent<File>) => {
  hash(data).catch(() => post('unreadable'));
});
