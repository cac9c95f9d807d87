import type { ListedDevice } from '@fairwatch/contract';
import { act } from 'react';
import { expect, it } from 'vitest';
import { mount } from '../../../../core/components/mount-for-test.tsx';
import { listedDeviceForTest } from '../../../../shared/device-feature/device/device-for-test.ts';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import texts from '../devices.texts.json';
import { selectionColumn } from './selection-column.tsx';
import { selectionInput, type Narrowing } from './selection.ts';
import { SelectionContext, useSelection } from './use-selection.ts';

addTexts('devices', texts);

interface ListProps {
  rows: readonly ListedDevice[];
  narrowing: Narrowing;
}

function List({ rows, narrowing }: ListProps) {
  const selecting = useSelection(rows, narrowing);
  return (
    <SelectionContext value={selecting}>
      {selectionColumn.heading}
      {rows.map((row) => (
        <div key={row.id}>{selectionColumn.cell?.(row)}</div>
      ))}
      <output>{JSON.stringify(selectionInput(selecting.selection))}</output>
    </SelectionContext>
  );
}

const page = (...ids: number[]) => ids.map((id) => listedDeviceForTest({ id }));
const narrowing: Narrowing = { search: 'ada', filter: {} };

async function click(box: Element, label: string, shiftKey = false): Promise<void> {
  const input = box.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
  if (input === null) throw new Error(`There is no checkbox "${label}".`);
  await act(async () => input.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })));
}

const selected = (box: Element) =>
  JSON.parse(box.querySelector('output')?.textContent ?? '') as { deviceIds: number[] };
const one = (id: number) => `Select anna, device ${id}`;

it('keeps the selection from page to page, and drops it with another search or filter', async () => {
  const { box, redraw } = mount(<List rows={page(1, 2, 3)} narrowing={narrowing} />);
  await click(box, one(2));
  act(() => redraw(<List rows={page(4, 5)} narrowing={{ ...narrowing }} />));
  await click(box, 'Select all on this page');
  expect(selected(box).deviceIds).toEqual([2, 4, 5]);
  act(() => redraw(<List rows={page(1, 2, 3)} narrowing={narrowing} />));
  expect(box.querySelector<HTMLInputElement>(`input[aria-label="${one(2)}"]`)?.checked).toBe(true);
  act(() => redraw(<List rows={page(1, 2, 3)} narrowing={{ search: 'ada', filter: { groupId: 4 } }} />));
  expect(selected(box).deviceIds).toEqual([]);
  // Returning to the filter does not bring the selection back.
  act(() => redraw(<List rows={page(1, 2, 3)} narrowing={narrowing} />));
  expect(selected(box).deviceIds).toEqual([]);
});

it('selects everything between two devices with Shift', async () => {
  const { box } = mount(<List rows={page(1, 2, 3, 4)} narrowing={narrowing} />);
  await click(box, one(2));
  await click(box, one(4), true);
  expect(selected(box).deviceIds).toEqual([2, 3, 4]);
});
