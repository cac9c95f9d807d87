import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ColumnChooser } from './column-chooser.tsx';
import type { Column } from './columns.ts';
import { sessionStore } from '../session/session-store.ts';
import { mount, press } from './mount-for-test.tsx';
import { useVisibleColumns } from './use-visible-columns.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

const columns: readonly Column<Person>[] = [
  { key: 'id', header: 'ID' },
  { key: 'name', header: 'Name', card: 'title' },
  { key: 'email', header: 'Email' },
];

function People() {
  const visible = useVisibleColumns('people', columns);
  return (
    <>
      <ColumnChooser columns={visible} />
      <p>{visible.shown.map(({ key }) => key).join(' ')}</p>
    </>
  );
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

async function hide(place: number): Promise<void> {
  await act(async () => boxes()[place]?.click());
}

afterEach(() => localStorage.clear());

describe('choosing columns', () => {
  it('offers all but the title, and remembers in this browser what an admin hides', async () => {
    const first = mount(<People />);
    await press(first.box, 'Columns');
    expect(boxes().map((box) => box.labels?.[0]?.textContent)).toEqual(['ID', 'Email']);
    await hide(1);
    expect(first.box.querySelector('p')?.textContent).toBe('id name');
    expect(mount(<People />).box.querySelector('p')?.textContent).toBe('id name');
    sessionStore.setProfile({ userId: '77' });
    expect(mount(<People />).box.querySelector('p')?.textContent).toBe('id name email');
    sessionStore.logout();
  });

  it('shows all again', async () => {
    const { box } = mount(<People />);
    await press(box, 'Columns');
    await hide(0);
    expect(box.querySelector('p')?.textContent).toBe('name email');
    await press(document.body, 'Show all');
    expect(box.querySelector('p')?.textContent).toBe('id name email');
    expect(mount(<People />).box.querySelector('p')?.textContent).toBe('id name email');
  });

  it('ignores what it does not know', () => {
    localStorage.setItem(`hidden-columns:people:${sessionStore.get().userId}`, '["name", "shoe-size", "email"]');
    expect(mount(<People />).box.querySelector('p')?.textContent).toBe('id name');
  });
});
