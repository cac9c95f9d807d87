import { findMessages } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/api/query.ts';

/** The matches of a search in a thread, and the current one. */
export interface Find {
  /** The current match; null without a search, without matches, or while loading. */
  hitId: number | null;
  /** The position of the current match, from 1 for the newest; 0 when there is none. */
  place: number;
  total: number;
  isLoaded: boolean;
  /** Moves to the next older match; null when there is none. */
  older: (() => void) | null;
  /** Moves to the next newer match; null when there is none. */
  newer: (() => void) | null;
}

/** Searches a thread, starting at the newest match. */
export function useFind(deviceId: number, address: string, find: string): Find {
  const result = useQuery({ ...query(findMessages, { deviceId, address, search: find }), enabled: find !== '' });
  const [chosen, setChosen] = useState<{ find: string; id: number } | null>(null);
  const { ids, total } = result.data?.data ?? { ids: [], total: 0 };
  // Remembered by id, not position, so that new messages do not change the current match.
  const chosenIndex = chosen?.find === find ? ids.indexOf(chosen.id) : 0;
  const index = ids.length === 0 ? -1 : Math.max(0, chosenIndex);
  const moveTo = (at: number) => {
    const id = ids[at];
    return id === undefined ? null : () => setChosen({ find, id });
  };
  return {
    hitId: ids[index] ?? null,
    place: index + 1,
    total,
    isLoaded: result.isSuccess,
    older: moveTo(index + 1),
    newer: moveTo(index - 1),
  };
}
