import { onSessionEnd } from '../../../core/session/end-session.ts';

/** The live views that this admin asked for in this visit, by their id. Only these are joined without another press. */
const started = new Set<number>();

onSessionEnd(() => started.clear());

export const startedHere = {
  add: (sessionId: number) => void started.add(sessionId),
  /** Whoever stops watching presses Join to see it again. */
  forget: (sessionId: number) => void started.delete(sessionId),
  has: (sessionId: number) => started.has(sessionId),
};
