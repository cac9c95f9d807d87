import { missingFiles, type Envelope, type InputOf } from '@fairwatch/contract';
import type { FileServer } from './open-file.ts';
import { requestWithRetry } from './request-with-retry.ts';

/** Asks the server which of these files it still needs. Retries while the server cannot be reached. */
export async function askMissing(
  { serverUrl, token }: FileServer,
  question: InputOf<typeof missingFiles>,
  signal: AbortSignal,
): Promise<string[]> {
  const body = await requestWithRetry(
    () =>
      fetch(new URL(missingFiles.path, serverUrl), {
        method: missingFiles.method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(question),
        signal,
      }),
    (response) => response.text(),
    signal,
  );
  return missingFiles.output.parse((JSON.parse(body) as Envelope<unknown>).data).missing;
}
