const addressOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request));

/** The browser's caches in memory: enough of them for the service worker. */
export function memoryCaches(): CacheStorage {
  const caches = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, entries);
    return {
      match: async (request: RequestInfo | URL) => entries.get(addressOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => void entries.set(addressOf(request), response),
    };
  };
  const storage = {
    open,
    has: async (name: string) => caches.has(name),
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
    match: async (request: RequestInfo | URL) =>
      [...caches.values()]
        .find((entries) => entries.has(addressOf(request)))
        ?.get(addressOf(request))
        ?.clone(),
  };
  return storage as never;
}
