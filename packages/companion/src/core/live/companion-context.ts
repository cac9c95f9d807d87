import { createContext, useContext } from 'react';
import type { Companion } from './companion.ts';
import type { LiveState } from './live-state.ts';
import { useStore } from '../store/use-store.ts';

export const CompanionContext = createContext<Companion | null>(null);

/** Returns the joined device. Only for screens that are shown after the person has joined; throws elsewhere. */
export function useCompanion(): Companion {
  const companion = useContext(CompanionContext);
  if (companion === null) throw new Error('There is no joined device here.');
  return companion;
}

/** Subscribes to a part of the live state. */
export function useLive<Part>(select: (live: LiveState) => Part): Part {
  return useStore(useCompanion().live, select);
}
