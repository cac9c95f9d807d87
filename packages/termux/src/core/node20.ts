/**
 * Adds what Node 20 lacks of the language that our source is written in. `main.ts` imports it before everything else. The compiler
 * refuses whatever is newer than ES2024, so this list is complete for our own code; the libraries in the file ask for less.
 */
/** Adds one method, unless it is there already. */
function define(owner: object, name: string, value: unknown): void {
  // Like the built-in ones: not enumerable.
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

define(Promise, 'withResolvers', function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: PromiseWithResolvers<T>['resolve'];
  let reject!: PromiseWithResolvers<T>['reject'];
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
});

define(Map, 'groupBy', groupBy);

define(Object, 'groupBy', function groupIntoObject<
  T,
>(items: Iterable<T>, keyOf: (item: T, index: number) => PropertyKey) {
  const groups: Record<PropertyKey, T[]> = Object.create(null);
  for (const [key, group] of groupBy(items, keyOf)) groups[key] = group;
  return groups;
});

define(URL, 'parse', function parse(url: string, base?: string): URL | null {
  return URL.canParse(url, base) ? new URL(url, base) : null;
});

function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
