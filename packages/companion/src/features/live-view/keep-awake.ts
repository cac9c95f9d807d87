/**
 * Keeps the phone from locking itself, which would end a live view, until the returned function is called. A browser that cannot, or a
 * battery that is low, is no problem: then the person keeps the screen on.
 */
export function keepAwake(scope: Pick<Navigator, 'wakeLock'> = navigator): () => void {
  let isOver = false;
  const locking = 'wakeLock' in scope ? scope.wakeLock.request('screen').catch(() => null) : Promise.resolve(null);
  return () => {
    if (isOver) return;
    isOver = true;
    void locking.then(release, () => undefined);
  };
}

async function release(lock: WakeLockSentinel | null): Promise<void> {
  await lock?.release().catch(() => undefined);
}
