import { useEffect } from 'react';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import type { Companion } from '../../core/live/companion.ts';
import { useStore } from '../../core/store/use-store.ts';
import { LogReader, type LogState } from './log-reader.ts';

/** The polling interval of an open page. The device is not notified of every new entry. */
const checkEveryMs = 20_000;

/** One reader per joined device, so that the loaded log stays while the person looks at other pages. */
const readers = new WeakMap<Companion, LogReader>();

function readerOf(companion: Companion): LogReader {
  let reader = readers.get(companion);
  if (!reader) {
    reader = new LogReader(companion.client.log, companion.database);
    readers.set(companion, reader);
    void reader.restore();
  }
  return reader;
}

/** Returns the log of this device. Its newest page is loaded when the page opens and with each connection. */
export function useLog(): { log: LogReader; state: LogState; hasNewEntries: boolean } {
  const companion = useCompanion();
  const log = readerOf(companion);
  const state = useStore(log.state, (value) => value);
  const isConnected = useLive((live) => live.connection === 'connected');
  const head = useLive((live) => live.logHead);
  useEffect(() => {
    if (isConnected) void log.readNewest(companion.live.get().logHead);
  }, [log, companion, isConnected]);
  useEffect(() => {
    if (!isConnected) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void log.checkForNewEntries();
    }, checkEveryMs);
    return () => clearInterval(timer);
  }, [log, isConnected]);
  useEffect(
    () => () => {
      log.stopSearch();
      log.stopReadingTaken();
    },
    [log],
  );
  return { log, state, hasNewEntries: state.upTo > 0 && head > state.upTo };
}
