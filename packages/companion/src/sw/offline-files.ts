import { cachePrefix } from '../core/updates/worker-messages.ts';

/** What a build of the companion consists of. The build writes it into the worker. */
export interface OfflineBuild {
  /** Changes with the content of any file. */
  version: string;
  /** Addresses below the worker's scope; the empty one is the page itself. */
  files: readonly string[];
}

interface OfflineFilesParts {
  build: OfflineBuild;
  /** The address below which this worker answers, ending in a slash. */
  scope: string;
  storage: CacheStorage;
  fetchFile: (request: Request) => Promise<Response>;
}

/** Files in this folder have a content hash in their names. */
const hashedFolder = 'assets/';

/** The cache of the companion's own files, so that it opens without a network. The device API is never cached. */
export function createOfflineFiles({ build, scope, storage, fetchFile }: OfflineFilesParts) {
  const cacheName = `${cachePrefix}${build.version}`;
  const kept = new Set(build.files);
  const addressOf = (file: string) => new URL(file, scope).href;
  const ourCaches = async () => (await storage.keys()).filter((name) => name.startsWith(cachePrefix));

  /** Copies a hashed file from the cache of an earlier version, if it is there. */
  async function loadFile(file: string): Promise<Response> {
    const address = addressOf(file);
    const known = file.startsWith(hashedFolder) ? await storage.match(address) : undefined;
    if (known) return known;
    const response = await fetchFile(new Request(address, { cache: 'no-cache' }));
    if (!response.ok || response.redirected) throw new Error(`${address} answered ${response.status}`);
    return response;
  }

  async function keepFiles(): Promise<void> {
    const cache = await storage.open(cacheName);
    await Promise.all(build.files.map(async (file) => cache.put(addressOf(file), await loadFile(file))));
  }

  async function answerPage(request: Request): Promise<Response> {
    const page = await (await storage.open(cacheName)).match(scope);
    return page ?? (await fetchFile(request));
  }

  /** Looks in the caches of earlier versions too: a page that still runs one of them loads its parts from there. */
  async function answerFile(request: Request): Promise<Response> {
    const own = await (await storage.open(cacheName)).match(request.url);
    return own ?? (await storage.match(request.url)) ?? (await fetchFile(request));
  }

  return {
    /** Downloads all files before this version may take over. When one fails, the new cache is deleted. */
    async install(): Promise<void> {
      const isNew = !(await storage.has(cacheName));
      try {
        await keepFiles();
      } catch (error) {
        if (isNew) await storage.delete(cacheName);
        throw error;
      }
    },

    /** Deletes old versions, except the last one before this: a page may still run it until it is reloaded. */
    async activate(): Promise<void> {
      const older = (await ourCaches()).filter((name) => name !== cacheName);
      await Promise.all(older.slice(0, -1).map((name) => storage.delete(name)));
    },

    /** Answers a request of a page; null when the browser shall use the network as without a worker. */
    answer(request: Request): Promise<Response> | null {
      const address = new URL(request.url);
      address.search = '';
      address.hash = '';
      if (request.method !== 'GET' || !address.href.startsWith(scope)) return null;
      const file = address.href.slice(scope.length);
      // As on the server: the last segment of a page's path has no dot, that of a file has one.
      if (request.mode === 'navigate') return /\.[^/]*$/.test(file) ? null : answerPage(request);
      return kept.has(file) || file.startsWith(hashedFolder) ? answerFile(request) : null;
    },
  };
}
