import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from './mount-for-test.tsx';
import { SearchBox } from './search-box.tsx';
import { useListSearch } from './use-list-search.ts';

const defaults = { sortFields: ['name', 'date'], sortBy: 'name', sortDirection: 'asc' } as const;
const longerThanThePause = 400;

const fieldIn = (box: Element) => box.querySelector('input');

async function type(box: Element, text: string): Promise<void> {
  const field = fieldIn(box);
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    field?.focus();
    setValue?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const pause = () => act(async () => void (await vi.advanceTimersByTimeAsync(longerThanThePause)));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What was reported, and the way to let the list follow it. */
function drawSlow() {
  const reported: string[] = [];
  const change = ({ search = '' }: { search?: string }) => void reported.push(search);
  const at = (search: string) => <SearchBox label="Search" view={{ search, change }} />;
  const { box, redraw } = mount(at(''));
  return { box, reported, follow: (search: string) => act(async () => redraw(at(search))) };
}

describe('a search box over a list that is slow to follow', () => {
  it('keeps what was typed since, although the reports before come back late', async () => {
    const { box, reported, follow } = drawSlow();
    await type(box, 'a');
    await pause();
    await type(box, 'ab');
    await pause();
    await type(box, 'abc');
    expect(reported).toEqual(['a', 'ab']);
    await follow('a');
    expect(fieldIn(box)?.value).toBe('abc');
    await follow('ab');
    expect(fieldIn(box)?.value).toBe('abc');
    await pause();
    expect(reported.at(-1)).toBe('abc');
  });

  it('follows what changes elsewhere, also back to what was reported once', async () => {
    const { box, follow } = drawSlow();
    await type(box, 'a');
    await pause();
    await follow('a');
    await follow('from a link');
    expect(fieldIn(box)?.value).toBe('from a link');
    await follow('a');
    expect(fieldIn(box)?.value).toBe('a');
  });

  it.each([
    ['Enter', (field: HTMLInputElement | null) => field?.dispatchEvent(enter())],
    ['leaving it', (field: HTMLInputElement | null) => field?.blur()],
  ])('reports at once on %s, and not a second time', async (_, leave) => {
    const { box, reported } = drawSlow();
    await type(box, 'anna');
    await act(async () => void leave(fieldIn(box)));
    expect(reported).toEqual(['anna']);
    await pause();
    expect(reported).toEqual(['anna']);
  });
});

const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });

function People() {
  const view = useListSearch(defaults);
  const both = () => {
    view.change({ search: 'anna' });
    view.change({ sortBy: 'date' });
  };
  return (
    <button type="button" onClick={both}>
      Both
    </button>
  );
}

describe('a list whose URL is changed twice before it is drawn', () => {
  it('keeps both changes', async () => {
    const router = createRouter({
      routeTree: createRootRoute({ component: People }),
      history: createMemoryHistory({ initialEntries: ['/?page=4'] }),
    });
    const { box } = mount(<RouterProvider router={router} />);
    await pause();
    await press(box, 'Both');
    await pause();
    expect(router.state.location.search).toEqual({ search: 'anna', sortBy: 'date' });
  });
});
