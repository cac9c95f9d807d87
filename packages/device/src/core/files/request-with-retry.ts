import { sleep } from '../retry/sleep.ts';
import { refusalOf, retryDelaysMs, worthRetrying } from './upload-refused.ts';

/**
 * Retries a request until there is a final answer, and returns what `read` takes from it. An answer that breaks off while it is
 * read is retried as well. Throws the server's reason for a refusal.
 */
export async function requestWithRetry<Result>(
  request: () => Promise<Response>,
  read: (response: Response) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (const delayMs of [...retryDelaysMs(), null]) {
    let refused: Response | undefined;
    try {
      const response = await request();
      if (response.ok) return await read(response);
      refused = response;
    } catch (error) {
      signal.throwIfAborted();
      if (delayMs === null) throw error;
    }
    const body = await refused?.text().catch(() => undefined);
    if (delayMs === null || !worthRetrying(refused?.status, body)) throw refusalOf(body);
    await sleep(delayMs, signal);
  }
  throw refusalOf(undefined);
}
