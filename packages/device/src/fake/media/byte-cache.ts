/** A cache of limited size in bytes that evicts the least recently used entry first (LRU). */
export function createByteCache(mostBytes: number) {
  const kept = new Map<string, Buffer>();
  let bytes = 0;

  return {
    async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
      const found = kept.get(key);
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const made = await make();
      // A concurrent call may have made it in the meantime.
      bytes += made.length - (kept.get(key)?.length ?? 0);
      kept.set(key, made);
      for (const [oldest, { length }] of kept) {
        if (bytes <= mostBytes) break;
        kept.delete(oldest);
        bytes -= length;
      }
      return made;
    },
  };
}
