import { healthCheck } from '@fairwatch/contract';
import { useEffect, useSyncExternalStore } from 'react';
import { isServerAway } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query.ts';
import { serverReach, type ServerReach } from './server-reach.ts';
import { onSilence } from './silence.ts';

const answerWithinMs = 5_000;

/** Whether the server answers its health check. An error that it explains is an answer too. */
async function answersHealthCheck(): Promise<boolean> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), answerWithinMs);
  try {
    await call(healthCheck, {}, patience.signal);
    return true;
  } catch (error) {
    return !patience.signal.aborted && !isServerAway(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Watches the connection while the shell is on screen, and reads everything on screen again once it is back. */
export function useServerReach(): ServerReach {
  useEffect(() => {
    const check = () => void serverReach.check();
    const stopWatching = serverReach.watch(answersHealthCheck, () => void queryClient.invalidateQueries());
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
