import type { Database } from './database.ts';

/** An in-memory stand-in for the database, without shared items. */
export function memoryDatabase(values: Record<string, unknown> = {}): Database & { values: Map<string, unknown> } {
  const kept = new Map(Object.entries(values));
  const database = {
    values: kept,
    get: async (_store: string, key: string) => kept.get(key),
    put: async (_store: string, value: unknown, key: string) => void kept.set(key, structuredClone(value)),
    delete: async (_store: string, key: string) => void kept.delete(key),
    getAll: async () => [],
    close: () => undefined,
  };
  return database as never;
}
