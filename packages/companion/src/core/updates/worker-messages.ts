/** A message of the service worker to a page: the person tapped a notification with this address. */
export interface WorkerMessage {
  type: 'open-page';
  address: string;
}

/** A message of a page to a waiting service worker: activate now. */
export interface PageMessage {
  type: 'take-over';
}

/** The names of the worker's caches begin with this; the console may have others in the same origin. */
export const cachePrefix = 'fairwatch-companion-';
