import { useState } from 'react';

const storageKey = 'sidebar-groups';

/** Which groups of the sidebar somebody opened or folded in this browser, by their key. The others are as the preset has them. */
type Folds = Readonly<Record<string, boolean>>;

function readFolds(): Folds {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Folds) : {};
  } catch {
    return {};
  }
}

/** Returns whether a group is open, and a function that opens or folds it. */
export function useFolds() {
  const [folds, setFolds] = useState(readFolds);
  return {
    isOpen: (group: { key: string; isOpen: boolean }) => folds[group.key] ?? group.isOpen,
    toggle: (group: { key: string; isOpen: boolean }) => {
      const next = { ...folds, [group.key]: !(folds[group.key] ?? group.isOpen) };
      setFolds(next);
      localStorage.setItem(storageKey, JSON.stringify(next));
    },
  };
}
