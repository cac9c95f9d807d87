import { useEffect, useEffectEvent } from 'react';

/** Calls `seen` while the component is on a visible screen: at once, or when the person returns to the page. It may be called again. */
export function useSeen(seen: () => void): void {
  const tell = useEffectEvent(() => {
    if (document.visibilityState === 'visible') seen();
  });
  useEffect(() => {
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, []);
}
