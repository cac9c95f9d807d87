const lockName = 'fairwatch-companion';
const giveUpMessage = 'give-up';
/** How long a tab may take to finish writing before its lock is taken away. A frozen one never answers. */
const patienceMs = 3000;

/** Held by the one tab that is the device. Two would throw each other out of the server by turns. */
export interface TabLock {
  /** Resolves when another tab takes over. Call `release` once everything is written. */
  lost: Promise<void>;
  /** Resolves when the lock is free. */
  release(): Promise<void>;
}

/**
 * Takes the lock, or gives back null while another tab holds it. With `steal` that tab is asked to give it up, so that it can write down
 * what the person decided there, and loses it anyway when it does not answer. A browser without locks lets every tab in; the
 * server then keeps the latest.
 */
export async function takeTabLock({ steal }: { steal: boolean }): Promise<TabLock | null> {
  if (!hasLocks()) return { lost: new Promise(() => undefined), release: async () => undefined };
  if (!steal) return await request({ ifAvailable: true });
  const channel = new BroadcastChannel(lockName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  channel.postMessage(giveUpMessage);
  const given = await request({ signal: AbortSignal.timeout(patienceMs) });
  channel.close();
  return given ?? (await request({ steal: true }));
}

function hasLocks(): boolean {
  return Boolean((navigator as Partial<Navigator>).locks);
}

/** Null when the lock is not to be had under these conditions. */
async function request(options: LockOptions): Promise<TabLock | null> {
  const taken = Promise.withResolvers<TabLock | null>();
  const lost = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const release = async () => {
    released.resolve();
    await held.catch(() => undefined);
  };
  const held = navigator.locks.request(lockName, options, async (lock) => {
    if (lock === null) return taken.resolve(null);
    const channel = new BroadcastChannel(lockName);
    channel.addEventListener('message', ({ data }) => {
      if (data === giveUpMessage) lost.resolve();
    });
    void lost.promise.then(() => channel.close());
    taken.resolve({ lost: lost.promise, release });
    // Held until it is given up, somebody steals it, or this page is gone.
    await released.promise;
  });
  held.catch((error: unknown) => {
    lost.resolve();
    // The lock was stolen, or was not free in time. Any other error means that the browser allows this page no locks.
    const isRefused = error instanceof DOMException && /^(?:AbortError|TimeoutError)$/.test(error.name);
    if (isRefused) taken.resolve(null);
    else taken.reject(error);
  });
  return await taken.promise;
}
