import type { ListedDevice } from '@fairwatch/contract';
import { createContext, use, useState } from 'react';
import {
  isPageSelected,
  isSelected,
  nothing,
  selectRange,
  togglePage,
  toggleRow,
  type Narrowing,
  type Selection,
} from './selection.ts';

/** The selection of the list on screen, and what changes it. */
export interface DeviceSelecting {
  selection: Selection;
  isPageSelected: boolean;
  has: (device: ListedDevice) => boolean;
  /** Selects or deselects one device; with `range`, selects everything from the previously toggled one to this one. */
  toggle: (device: ListedDevice, range: boolean) => void;
  togglePage: () => void;
  select: (selection: Selection) => void;
  clear: () => void;
}

/** Keeps a selection while its admin pages and sorts. A change of the search or of a filter ends it. */
export function useSelection(rows: readonly ListedDevice[], { search, filter }: Narrowing): DeviceSelecting {
  const key = JSON.stringify([search, filter]);
  const [{ selection, anchor, keyOfSelection }, setState] = useState({
    selection: nothing,
    anchor: null as number | null,
    keyOfSelection: key,
  });
  const select = (next: Selection, nextAnchor: number | null = null) =>
    setState({ selection: next, anchor: nextAnchor, keyOfSelection: key });
  const isCurrent = keyOfSelection === key;
  if (!isCurrent) select(nothing);
  const current = isCurrent ? selection : nothing;
  return {
    selection: current,
    isPageSelected: isPageSelected(current, rows),
    has: (device) => isSelected(current, device),
    toggle: (device, range) =>
      select(
        range && anchor !== null
          ? selectRange(current, { from: anchor, to: device.id }, rows)
          : toggleRow(current, device, rows),
        device.id,
      ),
    togglePage: () => select(togglePage(current, rows)),
    select,
    clear: () => select(nothing),
  };
}

/** Passed by context, so that the table's columns keep their identity when the selection changes. Null where nothing is selected. */
export const SelectionContext = createContext<DeviceSelecting | null>(null);

export function useDeviceSelecting(): DeviceSelecting | null {
  return use(SelectionContext);
}
