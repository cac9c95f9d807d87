import { createContext, use, useState } from 'react';
import type { FileRow } from './file-row.ts';

/** Which of the files on screen are chosen. What is not on screen never is: nobody deletes what they do not see. */
export interface FileChoice {
  chosen: readonly FileRow[];
  all: boolean;
  has: (file: FileRow) => boolean;
  /** Chooses one or takes it off; with `range`, all from the one before to this one. */
  toggle: (file: FileRow, range: boolean) => void;
  chooseAll: () => void;
  clear: () => void;
}

export function useFileChoice(rows: readonly FileRow[]): FileChoice {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [anchor, setAnchor] = useState<number | null>(null);
  const chosen = rows.filter(({ id }) => ids.has(id));

  const toggle = (file: FileRow, range: boolean) => {
    const after = new Set(chosen.map(({ id }) => id));
    const [from, to] = [rows.findIndex(({ id }) => id === anchor), rows.findIndex(({ id }) => id === file.id)];
    if (range && from !== -1) {
      for (const { id } of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) after.add(id);
    } else if (!after.delete(file.id)) after.add(file.id);
    setIds(after);
    setAnchor(file.id);
  };

  return {
    chosen,
    all: rows.length > 0 && chosen.length === rows.length,
    has: ({ id }) => ids.has(id),
    toggle,
    chooseAll: () => setIds(new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

/** Handed down past the table, whose columns are the same whatever is chosen. */
export const FileChoiceContext = createContext<FileChoice | null>(null);

export function useChoice(): FileChoice {
  const choice = use(FileChoiceContext);
  if (choice === null) throw new Error('No choice of files around this.');
  return choice;
}
