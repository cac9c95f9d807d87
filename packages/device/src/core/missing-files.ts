import { missingFiles, type Envelope, type InputOf } from '@fairwatch/contract';
import { refusalOf, retryDelaysMs, worthRetrying } from './upload-refused.ts';
import type { UploadTarget } from './open-file.ts';
import { sleep } from './sleep.ts';

/** Asks the server which of these files it still needs, again and again while it cannot be reached. */
export async function askMissing(
  { serverUrl, token }: UploadTarget,
  question: InputOf<typeof missingFiles>,
  signal: AbortSignal,
): Promise<string[]> {
  for (const delayMs of [...retryDelaysMs(), null]) {
    const response = await fetch(new URL(missingFiles.path, serverUrl), {
      method: missingFiles.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(question),
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (delayMs === null) throw error;
    });
    const body = await response?.text().catch(() => undefined);
    if (response?.ok && body !== undefined) {
      return missingFiles.output.parse((JSON.parse(body) as Envelope<unknown>).data).missing;
    }
    if (delayMs === null || !worthRetrying(response?.status, body)) throw refusalOf(body);
    await sleep(delayMs, signal);
  }
  throw refusalOf(undefined);
}
