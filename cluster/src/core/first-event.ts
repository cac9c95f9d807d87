import { once, type EventEmitter } from 'node:events';

/** Resolves with the first of these events, and leaves no listener behind. Rejects on an `error` event and when the signal aborts. */
export async function firstEvent(emitter: EventEmitter, names: readonly string[], signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  try {
    await Promise.race(names.map((name) => once(emitter, name, { signal: either })));
  } finally {
    over.abort();
  }
}
