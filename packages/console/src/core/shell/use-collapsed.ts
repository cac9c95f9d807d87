import { useState } from 'react';

// The key is also read by public/before-paint.js, for the outline that is drawn first.
const key = 'sidebar-collapsed';

/** Whether the sidebar shows signs only; remembered in this browser. */
export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'yes');
  function toggle(): void {
    localStorage.setItem(key, collapsed ? 'no' : 'yes');
    setCollapsed(!collapsed);
  }
  return [collapsed, toggle];
}
