import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../../core/api/query.ts';
import { serverAnswers } from '../../core/connection/server-answers.ts';
import { serverReach, type ServerReach } from '../../core/connection/server-reach.ts';
import { onUnreachable } from '../../core/connection/unreachable.ts';

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
