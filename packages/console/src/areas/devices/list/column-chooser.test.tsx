import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ColumnChooser } from './column-chooser.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { sessionStore } from '../../../core/session/session-store.ts';
import { mount, press } from '../../../core/components/mount-for-test.tsx';
import { useVisibleColumns } from '../../../core/components/table/use-visible-columns.ts';

interface Person {
  id: number;
  name: string;
  email: string;
}

const columns: readonly Column<Person>[] = [
  { key: 'id', header: 'ID' as never },
  { key: 'name', header: 'Name' as never, card: 'title' },
  { key: 'email', header: 'Email' as never },
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
  it('offers all columns but the title, and stores in the browser which ones are hidden', async () => {
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

  it('shows all columns again', async () => {
    const { box } = mount(<People />);
    await press(box, 'Columns');
    await hide(0);
    expect(box.querySelector('p')?.textContent).toBe('name email');
    await press(document.body, 'Show all');
    expect(box.querySelector('p')?.textContent).toBe('id name email');
    expect(mount(<People />).box.querySelector('p')?.textContent).toBe('id name email');
  });

  it('ignores stored columns that do not exist', () => {
    localStorage.setItem(`hidden-columns:people:${sessionStore.get().userId}`, '["name", "shoe-size", "email"]');
    expect(mount(<People />).box.querySelector('p')?.textContent).toBe('id name');
  });
});
