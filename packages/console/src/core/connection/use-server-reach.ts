import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../api/query.ts';
import { serverAnswers } from './server-answers.ts';
import { serverReach, type ServerReach } from './server-reach.ts';
import { onSilence } from './silence.ts';

/** Watches the connection while the shell is on screen, and reads everything on screen again once it is back. */
export function useServerReach(): ServerReach {
  useEffect(() => {
    const check = () => void serverReach.check();
    const stopWatching = serverReach.watch(serverAnswers, () => void queryClient.invalidateQueries());
    const stopListening = onSilence(check);
    addEventListener('offline', check);
    return () => {
      stopWatching();
      stopListening();
      removeEventListener('offline', check);
    };
  }, []);
  return useSyncExternalStore(serverReach.subscribe, serverReach.get);
}
