import { Worker } from 'node:worker_threads';

/** One request, sent again and again. */
export interface Shot {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Several are dealt out among the connections. */
  bodies: readonly string[];
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 200; a measurement with any is worth nothing. */
  errors: number;
}

interface LoadOptions {
  connections: number;
  seconds: number;
}

/** Sends the request over this many kept-alive connections, from a thread of its own. */
export async function load(shot: Shot, options: LoadOptions): Promise<LoadResult> {
  const worker = new Worker(new URL('./load.worker.ts', import.meta.url), { workerData: { shot, ...options } });
  const result = await new Promise<LoadResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (result.errors > 0) throw new Error(`${result.errors} answers of ${shot.url} were not 200.`);
  return result;
}
