import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { TlsFiles } from '../config.ts';
import { readKeyPair, type KeyPair } from './key-pair.ts';

/** How often the files' times are compared. Watching the files would miss changes behind symbolic links and on network disks. */
const lookEveryMs = 5000;

interface Follow {
  files: TlsFiles;
  log: Logger;
  /** Called with each new pair that can be used. */
  use(pair: KeyPair): void;
  lookEvery?: number;
}

/**
 * Reads certificate and key again when their files change, as tools do that renew them. A pair that cannot be used is not:
 * the old one stays, and the files are read again with their next change. Returns the function that ends it.
 */
export function followKeyPair({ files, log, use, lookEvery = lookEveryMs }: Follow): () => void {
  let seen: string | undefined;
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const found = await stateOf(files);
      if (found !== seen && seen !== undefined) await reload();
      seen = found;
    } finally {
      looking = false;
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

  void look();
  const timer = setInterval(() => void look(), lookEvery).unref();
  return () => clearInterval(timer);
}

/** Changes whenever one of the files does, or is replaced; links are followed. */
async function stateOf({ certFile, keyFile }: TlsFiles): Promise<string> {
  const states = await Promise.all(
    [certFile, keyFile].map(async (file) => {
      const found = await stat(file).catch(() => null);
      return found === null ? 'missing' : `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
    }),
  );
  return states.join(' ');
}
