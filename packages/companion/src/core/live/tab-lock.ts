const lockName = 'fairwatch-companion';
const giveUpMessage = 'give-up';
/** How long a tab may take to finish writing before its lock is stolen. A frozen tab never answers. */
const patienceMs = 3000;

/** The lock of the one tab that is the device. Two tabs would disconnect each other from the server in turn. */
export interface TabLock {
  /** Resolves when another tab takes over. Call `release` once everything is written. */
  lost: Promise<void>;
  /** Resolves when the lock is free. */
  release(): Promise<void>;
}

/**
 * Takes the lock; null while another tab has it. With `steal` that tab is asked to release it, so that it can store what the person
 * decided there, and loses it after a timeout. A browser without the Web Locks API lets every tab have a lock; then the server closes
 * all but the newest connection of the device.
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

/** Requests the lock with these options; null when it is not available. */
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
    // The lock is kept until it is released or stolen, or the page is closed.
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
