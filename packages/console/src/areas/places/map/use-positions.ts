import { mapPositions, type InputOf } from '@fairwatch/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../core/api/client.ts';
import { queryClient, readError } from '../../../core/api/query.ts';
import { mergeAnswer, wholeMap, type MapState } from './positions.ts';

export type MapInput = Pick<InputOf<typeof mapPositions>, 'search' | 'groupId' | 'status'>;

/** At most one request in this time, however many positions arrive. */
const everyMs = 1000;
/** After this time all positions are read again, with the names that may have changed. */
const wholeEveryMs = 5 * 60_000;

/** The newest positions. Each change that the server reports refetches the query, which then asks only for what is newer. */
export function usePositions(input: MapInput) {
  const result = useQuery({
    queryKey: [mapPositions.path, input] as const,
    queryFn: ({ signal }) => readPositions(input, signal),
    placeholderData: keepPreviousData,
    // Comparing thousands of positions would take longer than drawing them.
    structuralSharing: false,
    // What is withdrawn while the page is closed must not be shown when it is opened again.
    gcTime: 0,
  });
  return { state: result.data ?? null, error: readError(result), refetch: result.refetch };
}

async function readPositions(input: MapInput, signal: AbortSignal): Promise<MapState> {
  const before = queryClient.getQueryData<MapState>([mapPositions.path, input]);
  if (before && Date.now() - before.readAt < wholeEveryMs) {
    await waitUntil(before.answeredAt + everyMs, signal);
    const { data } = await call(mapPositions, { ...input, since: before.asOf }, signal);
    const merged = mergeAnswer(before, data, Date.now());
    if (merged) return merged;
  }
  const { data } = await call(mapPositions, input, signal);
  return wholeMap(data, Date.now());
}

/** Resolves at a moment of this browser's clock, or at once when the request is cancelled. */
function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(0, at - Date.now()));
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
