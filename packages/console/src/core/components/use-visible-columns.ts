import { useState } from 'react';
import { keptValue } from '../storage/kept-value.ts';
import type { Column, ListRow } from './columns.ts';

/** The columns of a list with the choice which of them to show, which this browser remembers for the signed-in admin. */
export interface VisibleColumns<Row extends ListRow> {
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  hidden: readonly string[];
  hide: (keys: readonly string[]) => void;
  toggle: (key: string) => void;
  showAll: () => void;
}

/** The title cannot be hidden: it names the row and leads on. */
export function canHide<Row extends ListRow>({ card }: Column<Row>): boolean {
  return card !== 'title';
}

/** `name` tells lists apart. What is remembered is hidden: a column that a later version adds is seen. */
export function useVisibleColumns<Row extends ListRow>(name: string, all: readonly Column<Row>[]): VisibleColumns<Row> {
  const kept = keptValue<string[]>(`hidden-columns:${name}`, [], isKeys);
  const [hidden, setHidden] = useState<readonly string[]>(kept.read);
  function hide(keys: readonly string[]): void {
    kept.write([...keys]);
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

function isKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((key) => typeof key === 'string');
}
