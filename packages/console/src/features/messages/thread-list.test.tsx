import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import texts from './messages.texts.json';
import { ThreadList } from './thread-list.tsx';
import type { Threads } from './use-threads.ts';

addTexts('messages', texts);

const more = vi.fn<() => void>();
const last = { id: 1, date: '2026-11-15T10:00:00.000Z', direction: 'RECEIVED', body: 'Hello', read: true } as const;
const list: Threads = {
  threads: [{ address: '+49 1', name: 'Anna', count: 1, unreadCount: 0, last, matches: null }] as never,
  total: 60,
  loading: false,
  refreshing: false,
  error: null,
  refetch: async () => undefined,
  more,
  stuck: false,
};

async function draw(threads: Threads): Promise<HTMLElement> {
  const root = createRootRoute({
    component: () => <ThreadList list={threads} search="" chosen={null} person="Marco" />,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await router.load();
  return mount(<RouterProvider router={router as never} />).box;
}

beforeEach(() => {
  more.mockClear();
  // The end of the list is on screen from the beginning.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen;
      }
      observe(): void {
        this.#seen([{ isIntersecting: true }]);
      }
      disconnect(): void {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

describe('the end of the list of conversations', () => {
  it('reads on when it comes near the screen', async () => {
    await draw(list);
    expect(more).toHaveBeenCalled();
  });

  it('does not ask again and again for what could not be read, until somebody wants it', async () => {
    const box = await draw({ ...list, stuck: true });
    expect(more).not.toHaveBeenCalled();
    await press(box, 'Try again');
    expect(more).toHaveBeenCalledOnce();
  });
});

it('a message that was sent carries the name of the phone’s person: "You" would be the admin', async () => {
  const sent = { ...last, direction: 'SENT' } as const;
  const [thread] = list.threads;
  const box = await draw({ ...list, more: null, threads: [{ ...thread, last: sent }] as never });
  await vi.waitFor(() => expect(box.querySelector('a')?.textContent).toContain('Marco: Hello'));
});
