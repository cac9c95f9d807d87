import { stat } from 'node:fs/promises';
import type { TlsFiles } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { CoreLogEvent } from '../log-events.ts';
import type { Scheduler } from '../jobs/scheduler.ts';
import { readKeyPair, type KeyPair } from './key-pair.ts';

/** The polling interval. File system watchers miss changes behind symbolic links and on network disks. */
const pollEveryMs = 5000;

interface WatchOptions {
  files: TlsFiles;
  log: Log<CoreLogEvent>;
  scheduler: Scheduler;
  /** Called with each new valid key pair. */
  use(pair: KeyPair): void;
  pollEvery?: number;
}

/**
 * Reloads certificate and key when their files change, for example after a renewal. An invalid pair is ignored and logged: the old
 * one stays until the next change. Returns the function that stops watching.
 */
export function watchKeyPair({ files, log, scheduler, use, pollEvery = pollEveryMs }: WatchOptions): () => void {
  let seen: string | undefined;
  let isChecking = false;

  async function checkFiles(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      const found = await stateOf(files);
      if (found !== seen && seen !== undefined) await reload();
      seen = found;
    } finally {
      isChecking = false;
    }
  }

  async function reload(): Promise<void> {
    try {
      use(await readKeyPair(files));
      log.info({ event: 'tls.reloaded' }, 'Reloaded the TLS certificate');
    } catch (error) {
      log.warn({ err: error, event: 'tls.reload_failed' }, 'Kept the old TLS certificate: the new one cannot be used');
    }
  }

  void checkFiles();
  return scheduler.every(pollEvery, checkFiles);
}

/** A fingerprint of both files (times, inodes), with links resolved. */
async function stateOf({ certFile, keyFile }: TlsFiles): Promise<string> {
  const states = await Promise.all(
    [certFile, keyFile].map(async (file) => {
      const found = await stat(file).catch(() => null);
      return found === null ? 'missing' : `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
    }),
  );
  return states.join(' ');
}
