import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
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
  hasFailed: false,
};

async function mountList(threads: Threads): Promise<HTMLElement> {
  const root = createRootRoute({
    component: () => <ThreadList list={threads} search="" chosen={null} person="Marco" />,
  });
  const router: AnyRouter = createRouter({ routeTree: root, history: createMemoryHistory() });
  await router.load();
  return mount(<RouterProvider router={router} />).box;
}

beforeEach(() => {
  more.mockClear();
  // Reports every observed element as visible, as if the end of the list were on screen.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: (entries: { isIntersecting: boolean }[]) => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#callback = callback;
      }
      observe(): void {
        this.#callback([{ isIntersecting: true }]);
      }
      disconnect(): void {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

describe('the end of the thread list', () => {
  it('loads more when it is scrolled near', async () => {
    await mountList(list);
    expect(more).toHaveBeenCalled();
  });

  it('loads again after a failure only when the button is pressed', async () => {
    const box = await mountList({ ...list, hasFailed: true });
    expect(more).not.toHaveBeenCalled();
    await press(box, 'Try again');
    expect(more).toHaveBeenCalledOnce();
  });
});

it('names the device’s person as the sender of a sent message, because "You" would be the admin', async () => {
  const sent = { ...last, direction: 'SENT' } as const;
  const [thread] = list.threads;
  const box = await mountList({ ...list, more: null, threads: [{ ...thread, last: sent }] as never });
  await vi.waitFor(() => expect(box.querySelector('a')?.textContent).toContain('Marco: Hello'));
});
