import { useState } from 'react';

export type Layout = 'list' | 'grid';

const storageKey = 'files-layout';

/** Whether folders are shown as a list or as tiles; remembered in this browser. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(storageKey) === 'grid' ? 'grid' : 'list'));
  return [
    layout,
    (next) => {
      localStorage.setItem(storageKey, next);
      setLayout(next);
    },
  ];
}
