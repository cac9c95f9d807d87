import { useState } from 'react';

export type Layout = 'list' | 'grid';

const key = 'files-layout';

/** Whether folders are shown as a list or as tiles; remembered in this browser. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (localStorage.getItem(key) === 'grid' ? 'grid' : 'list'));
  return [
    layout,
    (wanted) => {
      localStorage.setItem(key, wanted);
      setLayout(wanted);
    },
  ];
}
