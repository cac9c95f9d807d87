import { ownWatches, textLanguage, type Envelope, type Watch, type WatchCursor } from '@fairwatch/contract';
import type { FileServer } from '../files/open-file.ts';
import { requestWithRetry } from '../files/request-with-retry.ts';

/** A page of what watches a device. */
export interface WatchPage {
  watches: Watch[];
  /** The server has further ones. */
  more: boolean;
}

/** Reads from the server what watches this device by itself, after a place in the list; null to begin. */
export async function readOwnWatches(
  { serverUrl, token }: FileServer,
  after: WatchCursor | null,
  signal: AbortSignal,
): Promise<WatchPage> {
  const body = await requestWithRetry(
    () =>
      fetch(new URL(ownWatches.path, serverUrl), {
        method: ownWatches.method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'accept-language': textLanguage(),
        },
        body: JSON.stringify({ after }),
        signal,
      }),
    (response) => response.text(),
    signal,
  );
  return ownWatches.output.parse((JSON.parse(body) as Envelope<unknown>).data);
}
