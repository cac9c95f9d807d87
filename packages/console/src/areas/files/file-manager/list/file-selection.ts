import { createContext, use, useState } from 'react';
import type { FileRow } from '../file-path.ts';

/** The selected files. Only files on screen can be selected, so that nothing unseen is deleted. */
export interface FileSelection {
  selected: readonly FileRow[];
  /** True when every file on screen is selected. */
  all: boolean;
  has: (file: FileRow) => boolean;
  /** Selects or deselects one file; with `range`, selects everything from the previously toggled file to this one. */
  toggle: (file: FileRow, range: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

export function useFileSelection(rows: readonly FileRow[]): FileSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [anchor, setAnchor] = useState<number | null>(null);
  const selected = rows.filter(({ id }) => ids.has(id));

  const toggle = (file: FileRow, range: boolean) => {
    const after = new Set(selected.map(({ id }) => id));
    const [anchorIndex, index] = [
      rows.findIndex(({ id }) => id === anchor),
      rows.findIndex(({ id }) => id === file.id),
    ];
    if (range && anchorIndex !== -1) {
      for (const { id } of rows.slice(Math.min(anchorIndex, index), Math.max(anchorIndex, index) + 1)) after.add(id);
    } else if (!after.delete(file.id)) after.add(file.id);
    setIds(after);
    setAnchor(file.id);
  };

  return {
    selected,
    all: rows.length > 0 && selected.length === rows.length,
    has: ({ id }) => ids.has(id),
    toggle,
    selectAll: () => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

/** Passed by context instead of props, so that the table's columns keep their identity when the selection changes. */
export const FileSelectionContext = createContext<FileSelection | null>(null);

export function useSelectedFiles(): FileSelection {
  const selection = use(FileSelectionContext);
  if (selection === null) throw new Error('FileSelectionContext has no provider.');
  return selection;
}
