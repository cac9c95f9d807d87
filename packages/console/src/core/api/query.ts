import { QueryCache, QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import type { Endpoint, InputOf } from '@fairwatch/contract';
import { serverReach } from '../connection/server-reach.ts';
import { onAccessChange } from '../session/access-change.ts';
import { onSessionEnd } from '../session/end-session.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';

const staleAfterMs = 30_000;
const retries = 2;

/**
 * Refusals stay refusals however often they are repeated; only a silent or struggling server is asked again. Whoever has
 * waited for an answer in vain need not do so three times, and a lost connection is tried by `serverReach`, after which
 * everything on screen is read again.
 */
function shouldRetry(failures: number, error: Error): boolean {
  const worthIt = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  if (!worthIt || error.code === 'no_answer_in_time' || serverReach.get().lostSince !== null) return false;
  return failures < retries;
}

/** Whether the server will not do it, however often it is asked. One that is silent, busy or struggling may do it later. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/**
 * Why a query has nothing to show. While the server does not answer, what was read before stays on screen; a refusal has
 * taken it away.
 */
export function readError({ data, error }: { data: unknown; error: Error | null }): Error | null {
  return data === undefined ? error : null;
}

/**
 * What was read before a refusal (consent withdrawn, access lost) goes at once, wherever it is on screen or in memory. A
 * server that merely does not answer takes nothing away.
 */
const queryCache = new QueryCache({
  onError: (error, query) => isRefusal(error) && query.setState({ data: undefined }),
});

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    // Without a network a request fails and says so. The default would hold it back, and show it as loading for ever.
    queries: { staleTime: staleAfterMs, retry: shouldRetry, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The next person at this browser must not see the last one's data.
onSessionEnd(() => queryClient.clear());

// What was read may be refused now, and what was refused may be there.
onAccessChange(() => void queryClient.invalidateQueries());

/** How to read an endpoint with `useQuery`. The key is the endpoint and its input. */
export function query<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, signal),
  });
}

/** An endpoint that changes something, as a mutation whose variables are the endpoint's input. */
export function useCall<E extends Endpoint>(endpoint: E) {
  return useMutation({ mutationFn: (input: InputOf<E>) => call(endpoint, input) });
}

/** Whether what a call was given names this device. */
export function isAbout(input: unknown, deviceId: number): boolean {
  return typeof input === 'object' && input !== null && 'deviceId' in input && input.deviceId === deviceId;
}

/** Reads an endpoint again wherever it is on screen: for one device, or for all when none is named. */
export function invalidate(endpoint: Endpoint, deviceId?: number): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, input] }) =>
      path === endpoint.path && (deviceId === undefined || isAbout(input, deviceId)),
  });
}
