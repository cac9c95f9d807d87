import { beforeEach, expect, it } from 'vitest';
import { createDrafts } from './drafts.ts';

/** What the database does for drafts, in memory. */
function createValues() {
  const values = new Map<string, unknown>();
  const database = {
    get: async (_: string, key: string) => values.get(key),
    put: async (_: string, value: unknown, key: string) => void values.set(key, value),
    delete: async (_: string, key: string) => void values.delete(key),
  };
  return { values, open: () => createDrafts(database as never) };
}

let kept: ReturnType<typeof createValues>;
beforeEach(() => {
  kept = createValues();
});

it('outlives the page, each under its own key', async () => {
  const drafts = kept.open();
  drafts.save('ticket-1', 'Dear');
  drafts.save('ticket-1', 'Dear admin');
  drafts.save('ticket-2', 'Other');
  await drafts.idle();
  const reopened = kept.open();
  expect([await reopened.load('ticket-1'), await reopened.load('ticket-2')]).toEqual(['Dear admin', 'Other']);
});

it('is gone once it is sent', async () => {
  const drafts = kept.open();
  drafts.save('ticket-1', 'Dear admin');
  drafts.remove('ticket-1');
  expect(await drafts.load('ticket-1')).toBeUndefined();
  await drafts.idle();
  expect(kept.values.size).toBe(0);
});

it('that is typed while the stored one is loaded wins', async () => {
  const first = kept.open();
  first.save('ticket-1', 'old');
  await first.idle();
  const drafts = kept.open();
  const loading = drafts.load('ticket-1');
  drafts.save('ticket-1', 'new');
  expect(await loading).toBe('new');
});

it('stays on the page when the storage is full', async () => {
  const full = {
    get: async () => undefined,
    put: () => Promise.reject(new Error('full')),
    delete: async () => undefined,
  };
  const drafts = createDrafts(full as never);
  drafts.save('ticket-1', 'Dear admin');
  await drafts.idle();
  expect(await drafts.load('ticket-1')).toBe('Dear admin');
});
