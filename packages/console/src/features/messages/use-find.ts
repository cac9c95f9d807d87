import { findMessages } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../core/api/query.ts';

/** The matches of a text in a thread, and the one that is looked at. */
export interface Find {
  /** Null while nothing is looked for or nothing is known yet. */
  hitId: number | null;
  /** Counts from 1, the newest; 0 when there is none. */
  place: number;
  total: number;
  known: boolean;
  /** Null where there is no more. */
  older: (() => void) | null;
  newer: (() => void) | null;
}

/** Finds a text in a thread. It begins with the newest match. */
export function useFind(deviceId: number, address: string, find: string): Find {
  const result = useQuery({ ...query(findMessages, { deviceId, address, search: find }), enabled: find !== '' });
  const [chosen, setChosen] = useState<{ find: string; id: number } | null>(null);
  const { ids, total } = result.data?.data ?? { ids: [], total: 0 };
  // By its id, not its place: when new messages come, one stays with the match one looked at.
  const found = chosen?.find === find ? ids.indexOf(chosen.id) : 0;
  const index = ids.length === 0 ? -1 : Math.max(0, found);
  const choose = (at: number) => {
    const id = ids[at];
    return id === undefined ? null : () => setChosen({ find, id });
  };
  return {
    hitId: ids[index] ?? null,
    place: index + 1,
    total,
    known: result.isSuccess,
    older: choose(index + 1),
    newer: choose(index - 1),
  };
}
