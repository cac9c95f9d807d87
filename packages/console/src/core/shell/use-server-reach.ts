import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../api/query.ts';
import { serverAnswers } from '../connection/server-answers.ts';
import { serverReach, type ServerReach } from '../connection/server-reach.ts';
import { onUnreachable } from '../connection/unreachable.ts';

/** Watches whether the server is reachable while the shell is mounted, and refetches all queries when the connection returns. */
export function useServerReach(): ServerReach {
  useEffect(() => {
    const check = () => void serverReach.check();
    const stopWatching = serverReach.watch(serverAnswers, () => void queryClient.invalidateQueries());
    const stopListening = onUnreachable(check);
    addEventListener('offline', check);
    return () => {
      stopWatching();
      stopListening();
      removeEventListener('offline', check);
    };
  }, []);
  return useSyncExternalStore(serverReach.subscribe, serverReach.get);
}
