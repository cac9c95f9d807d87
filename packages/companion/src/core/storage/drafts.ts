import type { Database } from './database.ts';

/**
 * The drafts of the person, by page. They are kept in memory, so that they can be read synchronously, and in the browser's storage,
 * so that they survive the page.
 */
export interface Drafts {
  /** Undefined where there is no draft. */
  load<Draft>(key: string): Promise<Draft | undefined>;
  save(key: string, draft: unknown): void;
  remove(key: string): void;
  /** Resolves when everything is written. */
  idle(): Promise<void>;
}

const keyOf = (key: string) => `draft:${key}`;

export function createDrafts(database: Pick<Database, 'get' | 'put' | 'delete'>): Drafts {
  const known = new Map<string, unknown>();
  /** Writes run in sequence, so that the last one wins. When the storage is full the draft is in memory only. */
  let writing: Promise<unknown> = Promise.resolve();
  const write = (task: () => Promise<unknown>) => {
    writing = writing.then(task).catch(() => undefined);
  };
  return {
    async load<Draft>(key: string) {
      if (!known.has(key)) {
        const stored = await database.get('values', keyOf(key)).catch(() => undefined);
        // What was typed meanwhile is newer than the stored draft.
        if (!known.has(key)) known.set(key, stored);
      }
      return known.get(key) as Draft | undefined;
    },
    save(key, draft) {
      known.set(key, draft);
      write(() => database.put('values', draft, keyOf(key)));
    },
    remove(key) {
      known.set(key, undefined);
      write(() => database.delete('values', keyOf(key)));
    },
    idle: async () => {
      await writing;
    },
  };
}
