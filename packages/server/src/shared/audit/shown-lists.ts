/** One list or page of previews that a session was shown, with its items. Only items that are new to the session are logged again. */
export interface Shown<Item> {
  readonly name: string;
  readonly session: string;
  /** From when it is kept. */
  readonly at: number;
  readonly items: Set<Item>;
}

interface Bounds {
  keptMs: number;
  lists: number;
  /** The sum over all lists. */
  items: number;
}

/** What sessions were shown, in the order of `at`. What is too old or too much is dropped, the oldest first. */
export interface ShownLists<Item, List extends Shown<Item>> {
  /** Finds a list that is not too old. */
  find(name: string): List | undefined;
  /** Keeps a list as the newest, instead of the one of this name before. */
  keep(list: List): void;
  add(list: List, items: Iterable<Item>): void;
  remove(list: List, items: Iterable<Item>): void;
  /** Drops what was shown to a session, which nobody can use again: sessions come and go much faster than lists grow old. */
  forgetSession(session: string): void;
  /** How much is kept. */
  size(): { lists: number; items: number };
}

export function createShownLists<Item, List extends Shown<Item>>(
  now: () => number,
  { keptMs, lists: mostLists, items: mostItems }: Bounds,
): ShownLists<Item, List> {
  const lists = new Map<string, List>();
  const bySession = new Map<string, Set<List>>();
  let items = 0;

  function drop(list: List | undefined): void {
    if (list === undefined || !lists.delete(list.name)) return;
    items -= list.items.size;
    const others = bySession.get(list.session);
    others?.delete(list);
    if (others?.size === 0) bySession.delete(list.session);
  }

  function dropOldest(): void {
    for (const list of lists.values()) {
      if (now() - list.at < keptMs && lists.size <= mostLists && items <= mostItems) return;
      drop(list);
    }
  }

  /** Counts what a change adds to a list, unless the list was dropped while somebody wrote what it shows. */
  function change(list: List, apply: () => void): void {
    const before = list.items.size;
    apply();
    if (lists.get(list.name) === list) items += list.items.size - before;
  }

  return {
    find(name) {
      const list = lists.get(name);
      return list && now() - list.at < keptMs ? list : undefined;
    },
    keep(list) {
      drop(lists.get(list.name));
      lists.set(list.name, list);
      items += list.items.size;
      const others = bySession.get(list.session) ?? new Set();
      bySession.set(list.session, others.add(list));
      dropOldest();
    },
    add(list, added) {
      change(list, () => {
        for (const item of added) list.items.add(item);
      });
      dropOldest();
    },
    remove: (list, removed) =>
      change(list, () => {
        for (const item of removed) list.items.delete(item);
      }),
    forgetSession(session) {
      for (const list of bySession.get(session) ?? []) drop(list);
    },
    size: () => ({ lists: lists.size, items }),
  };
}
