import { useState } from 'react';
import { keptValue } from '../../session/kept-value.ts';
import type { Column, ListRow } from './columns.ts';

/** The columns of a list and which of them are hidden. The browser stores the choice for each account. */
export interface VisibleColumns<Row extends ListRow> {
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  hidden: readonly string[];
  hide: (keys: readonly string[]) => void;
  toggle: (key: string) => void;
  showAll: () => void;
}

/** The title column cannot be hidden, because it names the row and has its link. */
export function canHide<Row extends ListRow>({ card }: Column<Row>): boolean {
  return card !== 'title';
}

/**
 * `name` identifies the list, `hiddenFirst` what is hidden until the account chooses. The hidden columns are stored, not the visible ones, so that
 * a column added by an upgrade is visible.
 */
export function useVisibleColumns<Row extends ListRow>(
  name: string,
  all: readonly Column<Row>[],
  hiddenFirst: readonly (keyof Row & string)[] = [],
): VisibleColumns<Row> {
  const stored = keptValue<string[]>(`hidden-columns:${name}`, [...hiddenFirst], isStringArray);
  const [hidden, setHidden] = useState<readonly string[]>(stored.read);
  function hide(keys: readonly string[]): void {
    stored.write([...keys]);
    setHidden(keys);
  }
  return {
    all,
    hidden,
    hide,
    shown: all.filter((column) => !canHide(column) || !hidden.includes(column.key)),
    toggle: (key) => hide(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]),
    showAll: () => hide([]),
  };
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((key) => typeof key === 'string');
}
