import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Column } from '../components/columns.ts';
import { mount, press } from '../components/mount-for-test.tsx';
import { useVisibleColumns } from '../components/use-visible-columns.ts';
import { sessionStore } from '../session/session-store.ts';
import { SavedViews } from './saved-views.tsx';

interface Person {
  id: number;
}

const columns: readonly Column<Person>[] = [{ key: 'id', header: 'ID' }];

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
  const { box } = mount(<RouterProvider router={router} />);
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

beforeEach(() => sessionStore.setProfile({ userId: '3' }));
afterEach(() => {
  act(() => sessionStore.logout());
  localStorage.clear();
});

describe('saved views of a list', () => {
  it('bring back filters and columns, from page 1', async () => {
    const { box, router } = await draw();
    await press(box, 'Toggle the ID');
    await saveAs(box, ' Away ');
    expect(views(box)).toEqual(['Away']);
    expect(box.querySelector('[aria-label="Views, now: Away"]')).not.toBeNull();
    await press(box, 'Toggle the ID');
    await act(async () => await router.navigate({ to: '/', search: { search: 'x' } } as never));
    expect(box.querySelector('[aria-label="Views"]')).not.toBeNull();
    await press(box, 'Away');
    expect(router.state.location.search).toEqual({ status: 'Offline' });
    expect(box.textContent).toContain('0 columns');
  });

  it('are renamed, deleted, and put back', async () => {
    const { box } = await draw();
    await saveAs(box, 'Away');
    await click(box, 'Rename Away');
    await typeName(box, 'Rename Away', 'Gone');
    expect(views(box)).toEqual(['Gone']);
    await click(box, 'Delete Gone');
    expect(views(box)).toEqual([]);
    await press(box, 'Undo');
    expect(views(box)).toEqual(['Gone']);
  });

  it('are there after a reload, and not for the next admin at this browser', async () => {
    const first = await draw();
    await saveAs(first.box, 'Away');
    expect(views((await draw()).box)).toEqual(['Away']);
    act(() => sessionStore.setProfile({ userId: '4' }));
    expect(views((await draw()).box)).toEqual([]);
  });
});
