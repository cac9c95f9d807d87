import { QueryCache, QueryClient, queryOptions, useMutation, type Query } from '@tanstack/react-query';
import type { Endpoint, InputOf } from '@fairwatch/contract';
import { serverReach } from '../connection/server-reach.ts';
import { onAccessChange } from '../session/access-change.ts';
import { onLanguageChange } from '../i18n/i18n.ts';
import { onSessionEnd } from '../session/end-session.ts';
import { ApiError } from './api-error.ts';
import { call, timeoutMs } from './client.ts';
import { asRefetch } from './refetch.ts';

const staleAfterMs = 30_000;
const retries = 2;

/**
 * Retries only after a network error or a server error, because a refusal stays a refusal. A timeout is not retried, so that nobody
 * waits for three of them, nor is a lost connection: `serverReach` probes it, and then everything on screen is refetched.
 */
function shouldRetry(failures: number, error: Error): boolean {
  const isTransient = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  if (!isTransient || error.code === 'no_answer_in_time' || serverReach.get().lostSince !== null) return false;
  return failures < retries;
}

/** True for an error that a retry cannot change. A server that is unreachable, busy or failing may answer later. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/**
 * The error to show in place of a query's data; null while there is data. Cached data stays on screen while the server does not
 * answer, and a refusal removes it.
 */
export function readError({ data, error }: { data: unknown; error: Error | null }): Error | null {
  return data === undefined ? error : null;
}

/** A cache whose refetches on coming back to the page, or to the network, are no acts of a person. */
class SelfRefetchingCache extends QueryCache {
  override onFocus(): void {
    asRefetch(() => super.onFocus());
  }
  override onOnline(): void {
    asRefetch(() => super.onOnline());
  }
}

/** A client for which what was invalidated is read again by the console, not by a person. */
class SelfRefetchingClient extends QueryClient {
  override invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    return asRefetch(() => super.invalidateQueries(filters, options));
  }
}

/**
 * A refusal (consent withdrawn, access lost) removes the cached data immediately, on screen and in memory. A server that does not
 * answer removes nothing.
 */
const queryCache = new SelfRefetchingCache({
  onError: (error, query) => isRefusal(error) && query.setState({ data: undefined }),
});

export const queryClient = new SelfRefetchingClient({
  queryCache,
  defaultOptions: {
    // Without a network a request fails. The default would pause it and show it as loading forever.
    queries: { staleTime: staleAfterMs, retry: shouldRetry, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// The next person at this browser must not see the last one's data.
onSessionEnd(() => queryClient.clear());

// Cached data may be refused now, and refused data may be allowed.
onAccessChange(() => void queryClient.invalidateQueries());

// The server has written the log, and other sentences, in the language before.
onLanguageChange(() => void queryClient.invalidateQueries());

/**
 * The `useQuery` options for an endpoint. The key is the endpoint and its input. Every fetch counts as asked for by a person, but those that
 * the cache and the client above make by themselves.
 */
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

/** True when the input of a call names this device. */
export function isAboutDevice(input: unknown, deviceId: number): boolean {
  return typeof input === 'object' && input !== null && 'deviceId' in input && input.deviceId === deviceId;
}

/** Refetches an endpoint wherever it is on screen, for one device or for all. */
export function invalidate(endpoint: Endpoint, deviceId?: number): Promise<void> {
  return refetch(
    ({ queryKey: [path, input] }) =>
      path === endpoint.path && (deviceId === undefined || isAboutDevice(input, deviceId)),
  );
}

/** Refetches everything on screen. */
export function invalidateAll(): Promise<void> {
  return refetch(() => true);
}

/**
 * Refetches queries. One that is being loaded for the first time is loaded once more afterwards: TanStack Query waits for the request under
 * way, which the server may have answered before the change.
 */
async function refetch(isMeant: (query: Query) => boolean): Promise<void> {
  const loading = new Set(
    queryCache.findAll({ predicate: isMeant, fetchStatus: 'fetching' }).filter(({ state }) => state.data === undefined),
  );
  await queryClient.invalidateQueries({ predicate: isMeant });
  if (loading.size > 0) await queryClient.invalidateQueries({ predicate: (query) => loading.has(query) });
}

/** The time before which nothing was requested that is in the cache: the page was not open, or a call would have timed out. */
export function oldestRequestAt(): number {
  const answeredAt = queryCache.getAll().map(({ state }) => state.dataUpdatedAt || Date.now());
  return Math.max(performance.timeOrigin, Math.min(Date.now(), ...answeredAt) - timeoutMs);
}
