import type { DeviceFilter, DeviceSelection, Group, ListedDevice } from '@fairwatch/contract';

/** What the list is narrowed to. */
export interface Narrowing {
  search: string;
  filter: DeviceFilter;
}

/** The selected devices: named ones, all that match, or those of a group. It is kept over the pages of a list. */
export type Selection =
  | { by: 'DEVICES'; ids: ReadonlySet<number> }
  | ({ by: 'MATCHING' } & Narrowing)
  | { by: 'GROUP'; groupId: number };

type Row = Pick<ListedDevice, 'id' | 'groups'>;

export const nothing: Selection = { by: 'DEVICES', ids: new Set() };

export function isSelected(selection: Selection, { id, groups }: Row): boolean {
  if (selection.by === 'DEVICES') return selection.ids.has(id);
  // What matches is what the list shows: another search or filter ends the selection.
  if (selection.by === 'MATCHING') return true;
  return groups.some((group) => group.id === selection.groupId);
}

export function isEmpty(selection: Selection): boolean {
  return selection.by === 'DEVICES' && selection.ids.size === 0;
}

/** The devices that are selected by name. Of all that match or of a group, these are those on screen. */
function namedIds(selection: Selection, page: readonly Row[]): Set<number> {
  if (selection.by === 'DEVICES') return new Set(selection.ids);
  return new Set(page.filter((row) => isSelected(selection, row)).map(({ id }) => id));
}

/**
 * Selects or deselects one device. Deselecting one of all that match, or of a group, keeps the others on screen, because nobody could see
 * which devices of other pages stay selected.
 */
export function toggleRow(selection: Selection, row: Row, page: readonly Row[]): Selection {
  const ids = namedIds(selection, page);
  if (!ids.delete(row.id)) ids.add(row.id);
  return { by: 'DEVICES', ids };
}

/** Selects all devices from one on screen to another. An anchor that is not on screen selects only the other one. */
export function selectRange(
  selection: Selection,
  { from, to }: { from: number | null; to: number },
  page: readonly Row[],
): Selection {
  const last = page.findIndex(({ id }) => id === to);
  const anchor = page.findIndex(({ id }) => id === from);
  const first = anchor === -1 ? last : anchor;
  const ids = namedIds(selection, page);
  for (const { id } of page.slice(Math.min(first, last), Math.max(first, last) + 1)) ids.add(id);
  return { by: 'DEVICES', ids };
}

/** Selects all devices on screen, or deselects them when all are selected. Those of other pages stay as they are. */
export function togglePage(selection: Selection, page: readonly Row[]): Selection {
  // All that match, and a group, are given up as a whole: what would be left is on pages that are not on screen.
  if (selection.by !== 'DEVICES' && isPageSelected(selection, page)) return nothing;
  const ids = namedIds(selection, page);
  const isWhole = isPageSelected(selection, page);
  for (const { id } of page) {
    if (isWhole) ids.delete(id);
    else ids.add(id);
  }
  return { by: 'DEVICES', ids };
}

export function isPageSelected(selection: Selection, page: readonly Row[]): boolean {
  return page.length > 0 && page.every((row) => isSelected(selection, row));
}

interface Totals {
  /** How many devices match the search and the filters. */
  matching: number;
  groups: readonly Pick<Group, 'id' | 'devices'>[];
}

/** How many devices are selected. */
export function countSelected(selection: Selection, { matching, groups }: Totals): number {
  if (selection.by === 'DEVICES') return selection.ids.size;
  if (selection.by === 'MATCHING') return matching;
  return groups.find(({ id }) => id === selection.groupId)?.devices ?? 0;
}

/** The selection in the form of the endpoints. */
export function selectionInput(selection: Selection): DeviceSelection {
  if (selection.by === 'DEVICES') return { by: 'DEVICES', deviceIds: [...selection.ids].toSorted((a, b) => a - b) };
  if (selection.by === 'GROUP') return { by: 'GROUP', groupId: selection.groupId };
  return { by: 'MATCHING', search: selection.search, filter: selection.filter };
}
