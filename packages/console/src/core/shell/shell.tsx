import './shell-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../api/query.ts';
import { useServerReach } from '../connection/use-server-reach.ts';
import { LeaveGuard } from '../forms/leave-guard.tsx';
import { SignInAlerts } from '../sign-in-alerts/sign-in-alerts.tsx';
import { ReasonQuestion } from '../reasons/reason-question.tsx';
import { QuickAccess } from '../palette/quick-access.tsx';
import { useCurrentPage } from '../router/pages-context.ts';
import { useDocumentTitle } from '../router/use-document-title.ts';
import { useConsoleSocket } from '../socket/use-console-socket.ts';
import { deviceName } from '../device-feature/device-name.ts';
import { useOpenDevice } from '../device-feature/use-open-device.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { DeviceOutlet } from './device-outlet.tsx';
import { Header } from './header.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TransparencyBanner } from './transparency-banner.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { useNavTexts, useShellTexts } from './use-shell-texts.ts';

function Frame() {
  const { t } = useShellTexts();
  const { t: name } = useNavTexts();
  const { page } = useCurrentPage();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [menuOpen, setMenuOpen] = useState(false);
  const socket = useConsoleSocket();
  const reach = useServerReach();
  const device = useOpenDevice();
  const title = page === null ? '' : name(page.label);
  // Of several tabs with the same page, the device tells which is which.
  useDocumentTitle(device === undefined ? title : `${title} · ${deviceName(device)}`);
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <aside className={classes.sidebar} aria-label={t('sidebar')}>
        <Sidebar place="side" collapsed={collapsed} onToggle={toggleCollapsed} />
      </aside>
      <PhoneMenu opened={menuOpen} onClose={() => setMenuOpen(false)} />
      <Header socket={socket} reachable={reach.lostSince === null} onOpenMenu={() => setMenuOpen(true)} />
      <QuickAccess />
      <LeaveGuard />
      <ReasonQuestion />
      <div className={classes.page}>
        <ConnectionBanner {...reach} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <SignInAlerts />
          <TransparencyBanner />
          <DeviceOutlet />
        </main>
      </div>
    </div>
  );
}

/** Everything around a page once somebody is signed in. The query cache starts here: the login page needs none. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}
