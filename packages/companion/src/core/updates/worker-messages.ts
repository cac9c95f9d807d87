/** What the service worker says to a page: the person tapped a notification about this address. */
export interface WorkerMessage {
  type: 'open-page';
  address: string;
}

/** What a page says to a service worker that waits: take over from the old one now. */
export interface PageMessage {
  type: 'take-over';
}

/** The names of the worker's caches begin with this; the console may have others in the same origin. */
export const cachePrefix = 'fairwatch-companion-';
