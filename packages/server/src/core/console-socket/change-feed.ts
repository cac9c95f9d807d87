/** At most this often one list is told to have changed. */
const tellEveryMs = 250;

/** Gathers changes: the first is told at once, a burst after it at most a few times a second, each of a key once. */
export function createChangeFeed<Change>(
  keyOf: (change: Change) => string,
  tell: (changes: readonly Change[]) => void,
) {
  const waiting = new Map<string, Change>();
  let timer: NodeJS.Timeout | undefined;
  let toldAt = 0;

  function flush(): void {
    timer = undefined;
    toldAt = Date.now();
    const changes = Array.from(waiting.values());
    waiting.clear();
    tell(changes);
  }

  return {
    add(change: Change): void {
      waiting.set(keyOf(change), change);
      timer ??= setTimeout(flush, Math.max(0, toldAt + tellEveryMs - Date.now()));
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}
