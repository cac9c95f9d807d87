import { Worker } from 'node:worker_threads';

/** A request that is sent repeatedly. */
export interface Shot {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Several bodies are distributed over the connections. */
  bodies: readonly string[];
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The number of answers other than 200. A measurement with any is invalid. */
  errors: number;
}

interface LoadOptions {
  connections: number;
  seconds: number;
}

/** Sends the request over so many keep-alive connections, from a worker thread. */
export async function load(shot: Shot, options: LoadOptions): Promise<LoadResult> {
  const worker = new Worker(new URL('./load.worker.ts', import.meta.url), { workerData: { shot, ...options } });
  const result = await new Promise<LoadResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  if (result.errors > 0) throw new Error(`${result.errors} answers of ${shot.url} were not 200.`);
  return result;
}
