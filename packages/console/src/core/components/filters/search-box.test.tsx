import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount, press } from '../mount-for-test.tsx';
import { SearchBox } from './search-box.tsx';
import { useListSearch } from './use-list-search.ts';

const defaults = { sortFields: ['name', 'date'], sortBy: 'name', sortDirection: 'asc' } as const;
const longerThanDebounceMs = 400;

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

const waitForDebounce = () => act(async () => void (await vi.advanceTimersByTimeAsync(longerThanDebounceMs)));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Renders a search box whose `search` changes only when the test calls `follow`. `reported` has the reported texts. */
function renderSlow() {
  const reported: string[] = [];
  const change = ({ search = '' }: { search?: string }) => void reported.push(search);
  const boxWith = (search: string) => <SearchBox label="Search" view={{ search, change }} />;
  const { box, redraw } = mount(boxWith(''));
  return { box, reported, follow: (search: string) => act(async () => redraw(boxWith(search))) };
}

describe('a search box over a slow list', () => {
  it('keeps the newest text when earlier reports take effect late', async () => {
    const { box, reported, follow } = renderSlow();
    await type(box, 'a');
    await waitForDebounce();
    await type(box, 'ab');
    await waitForDebounce();
    await type(box, 'abc');
    expect(reported).toEqual(['a', 'ab']);
    await follow('a');
    expect(fieldIn(box)?.value).toBe('abc');
    await follow('ab');
    expect(fieldIn(box)?.value).toBe('abc');
    await waitForDebounce();
    expect(reported.at(-1)).toBe('abc');
  });

  it('takes over a change of the URL, also to a text that it reported before', async () => {
    const { box, follow } = renderSlow();
    await type(box, 'a');
    await waitForDebounce();
    await follow('a');
    await follow('from a link');
    expect(fieldIn(box)?.value).toBe('from a link');
    await follow('a');
    expect(fieldIn(box)?.value).toBe('a');
  });

  it.each([
    ['Enter', (field: HTMLInputElement | null) => field?.dispatchEvent(enter())],
    ['blur', (field: HTMLInputElement | null) => field?.blur()],
  ])('reports immediately on %s, and only once', async (_, trigger) => {
    const { box, reported } = renderSlow();
    await type(box, 'anna');
    await act(async () => void trigger(fieldIn(box)));
    expect(reported).toEqual(['anna']);
    await waitForDebounce();
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

describe('a list whose URL is changed twice before it renders', () => {
  it('keeps both changes', async () => {
    const router = createRouter({
      routeTree: createRootRoute({ component: People }),
      history: createMemoryHistory({ initialEntries: ['/?page=4'] }),
    });
    const { box } = mount(<RouterProvider router={router} />);
    await waitForDebounce();
    await press(box, 'Both');
    await waitForDebounce();
    expect(router.state.location.search).toEqual({ search: 'anna', sortBy: 'date' });
  });
});
