import { useEffect, type ReactNode } from 'react';
import { useCompanion } from '../live/companion-context.ts';
import { LiveBanner } from '../live-location/live-banner.tsx';
import { LiveViewBar } from '../live-view/live-view-bar.tsx';
import { keepSubscribed } from '../push/push.ts';
import { Navigation, type NavItem } from './navigation.tsx';
import classes from './shell.module.css';
import { SupervisionBar } from './supervision-bar.tsx';

interface ShellProps {
  navItems: readonly NavItem[];
  children: ReactNode;
}

/** The frame of every page: the permanent note that this browser is supervised, and the navigation. */
export function Shell({ navItems, children }: ShellProps) {
  const companion = useCompanion();
  const { client } = companion;
  useEffect(() => keepSubscribed(companion), [companion]);
  // Reconnects at once when the page becomes visible, since its person looks at it now. When the network goes, the connection is
  // probed, since a socket does not notice by itself. A page from the back/forward cache has lost its socket.
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') client.reconnectNow();
    };
    document.addEventListener('visibilitychange', check);
    const events = ['online', 'offline', 'pageshow'] as const;
    for (const event of events) window.addEventListener(event, check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      for (const event of events) window.removeEventListener(event, check);
    };
  }, [client]);
  return (
    <div className={classes.shell}>
      <SupervisionBar />
      <div className={classes.banners}>
        <LiveViewBar />
        <LiveBanner />
      </div>
      <main className={classes.main}>{children}</main>
      <Navigation items={navItems} />
    </div>
  );
}
