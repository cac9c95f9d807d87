import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** Follows every navigation so that keyboard and screen reader arrive where the eyes do. */
export function RootLayout() {
  const router = useRouter();
  useEffect(() => {
    let left: Element | null = null;
    const ends = [
      router.subscribe('onBeforeNavigate', () => {
        left = document.activeElement;
      }),
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation !== undefined) focusHeading(left);
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [router]);
  return <Outlet />;
}
