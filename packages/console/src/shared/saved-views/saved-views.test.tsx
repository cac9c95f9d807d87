import { deleteView, renameView, savedViews, saveView, type InputOf, type SavedView } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import type { Column } from '../../core/components/table/columns.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { useVisibleColumns } from '../../core/components/table/use-visible-columns.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { SavedViews } from './saved-views.tsx';

interface Person {
  id: number;
}

const columns: readonly Column<Person>[] = [{ key: 'id', header: 'ID' as never }];

function People() {
  const visible = useVisibleColumns('people', columns);
  return (
    <>
      <p>{visible.shown.length} columns</p>
      <SavedViews list="people" columns={visible} />
      <button type="button" onClick={() => visible.toggle('id')}>
        Toggle the ID
      </button>
    </>
  );
}

async function draw(address = '/?status=Offline&page=3') {
  const routeTree = createRootRoute({ component: People });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await vi.waitUntil(async () => {
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)));
    return box.querySelector('form') !== null;
  });
  return { box, router };
}

async function typeName(box: HTMLElement, label: string, name: string): Promise<void> {
  const input = box.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(input, name);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => input?.form?.requestSubmit());
}

const saveAs = (box: HTMLElement, name: string) => typeName(box, 'Name for this view', name);
const views = (box: HTMLElement) => [...box.querySelectorAll('li')].map((line) => line.textContent);
const click = (box: HTMLElement, label: string) =>
  act(async () => box.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click());

/** The views that the fake server stores, by account. */
let accounts: Map<string, SavedView[]>;

function answer(path: string, input: unknown): SavedView[] {
  const account = sessionStore.get().userId;
  const views = accounts.get(account) ?? [];
  const others = (name: string) => views.filter((view) => view.name !== name);
  if (path === savedViews.path) return views;
  if (path === saveView.path) {
    const { view } = input as InputOf<typeof saveView>;
    accounts.set(account, [...others(view.name), view]);
  } else if (path === renameView.path) {
    const { from, to } = input as InputOf<typeof renameView>;
    const view = views.find(({ name }) => name === from);
    accounts.set(account, [
      ...others(to).filter(({ name }) => name !== from),
      ...(view ? [{ ...view, name: to }] : []),
    ]);
  } else if (path === deleteView.path) {
    accounts.set(account, others((input as InputOf<typeof deleteView>).name));
  } else {
    throw new Error(`Nothing asks for ${path}.`);
  }
  return accounts.get(account) ?? [];
}

beforeEach(() => {
  accounts = new Map();
  vi.stubGlobal('fetch', async (url: string | URL, { body }: RequestInit = {}) => {
    const { pathname } = new URL(url, location.origin);
    return Response.json({ success: true, data: answer(pathname, JSON.parse(String(body))), message: '', errors: [] });
  });
  sessionStore.setProfile({ userId: '3' });
});
afterEach(() => {
  act(() => sessionStore.logout());
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('saved views of a list', () => {
  it('restore filters and columns, and start at page 1', async () => {
    const { box, router } = await draw();
    await press(box, 'Toggle the ID');
    await saveAs(box, ' Away ');
    await expect.poll(() => views(box)).toEqual(['Away']);
    expect(box.querySelector('[aria-label="Views, now: Away"]')).not.toBeNull();
    await press(box, 'Toggle the ID');
    await act(async () => await router.navigate({ to: '/', search: { search: 'x' } } as never));
    expect(box.querySelector('[aria-label="Views"]')).not.toBeNull();
    await press(box, 'Away');
    expect(router.state.location.search).toEqual({ status: 'Offline' });
    expect(box.textContent).toContain('0 columns');
  });

  it('can be renamed, deleted and restored', async () => {
    const { box } = await draw();
    await saveAs(box, 'Away');
    await expect.poll(() => views(box)).toEqual(['Away']);
    await click(box, 'Rename Away');
    await typeName(box, 'Rename Away', 'Gone');
    await expect.poll(() => views(box)).toEqual(['Gone']);
    await click(box, 'Delete Gone');
    await expect.poll(() => views(box)).toEqual([]);
    await press(box, 'Undo');
    await expect.poll(() => views(box)).toEqual(['Gone']);
  });

  it('belong to the account: they show in another browser, and not for another admin', async () => {
    const first = await draw();
    await saveAs(first.box, 'Away');
    await expect.poll(() => views(first.box)).toEqual(['Away']);
    queryClient.clear();
    const elsewhere = await draw();
    await expect.poll(() => views(elsewhere.box)).toEqual(['Away']);
    queryClient.clear();
    act(() => sessionStore.setProfile({ userId: '4' }));
    const next = await draw();
    await expect.poll(() => views(next.box)).toEqual([]);
  });

  it('are moved to the account from the browser storage of an earlier version', async () => {
    accounts.set('3', [{ name: 'Away', search: 'status=Online', hidden: [] }]);
    const kept = [
      { name: 'Away', search: { status: 'Offline' }, hidden: [] },
      { name: 'Mine', search: { adminId: 3 }, hidden: ['id'] },
      { name: 'Odd', search: null },
    ];
    localStorage.setItem('saved-views:people:3', JSON.stringify(kept));
    const { box } = await draw();
    await expect.poll(() => views(box)).toEqual(['Away', 'Mine']);
    expect(accounts.get('3')).toEqual([
      { name: 'Away', search: 'status=Online', hidden: [] },
      { name: 'Mine', search: 'adminId=3', hidden: ['id'] },
    ]);
    expect(localStorage.getItem('saved-views:people:3')).toBeNull();
  });

  it('stay in the browser while the account has no room for them', async () => {
    const full = Array.from({ length: 19 }, (_, n) => ({ name: `View ${n}`, search: '', hidden: [] }));
    accounts.set('3', full);
    const local = ['First', 'Second'].map((name) => ({ name, search: {}, hidden: [] }));
    localStorage.setItem('saved-views:people:3', JSON.stringify(local));
    await draw();
    await expect.poll(() => accounts.get('3')?.length).toBe(20);
    await expect.poll(() => localStorage.getItem('saved-views:people:3')).toBe(JSON.stringify(local.slice(1)));
  });
});
