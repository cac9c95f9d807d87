import { sleep } from './sleep.ts';
import { refusalOf, retryDelaysMs, worthRetrying } from './upload-refused.ts';

/**
 * Asks the server until an answer is there that will not change by asking again, and gives back what `read` takes of it:
 * an answer that breaks off while it is read is asked for again, too. Throws the server's reason for a refusal.
 */
export async function persist<Result>(
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
