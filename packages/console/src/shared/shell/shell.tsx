import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../core/api/query.ts';
import { useModal } from '../../core/components/overlays/use-modal.ts';
import { useServerReach } from './use-server-reach.ts';
import { LeaveGuard } from '../../core/forms/leave/leave-guard.tsx';
import { SignInAlerts } from '../sign-in-alerts/sign-in-alerts.tsx';
import { ErrorViews } from '../../core/components/page/error-views.ts';
import { secondAdminViews } from '../reason-gate/error-views.tsx';
import { ReasonQuestion } from '../reason-gate/reason-question.tsx';
import { WaitingCommands } from '../reason-gate/waiting-commands.tsx';
import { QuickAccess } from './palette/quick-access.tsx';
import { useAdminSession } from '../../core/session/session-store.ts';
import { useCurrentPage } from '../../core/router/pages-context.ts';
import { useDocumentTitle } from '../../core/router/use-document-title.ts';
import { useConsoleSocket } from '../socket/use-console-socket.ts';
import { deviceName } from '../device-feature/device/device-name.ts';
import { useOpenDevice } from '../device-feature/device/use-open-device.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { DeviceOutlet } from './device/device-outlet.tsx';
import { Header } from './header/header.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar/sidebar.tsx';
import { TransparencyBanner } from './device/transparency-banner.tsx';
import { useNavTexts, useShellTexts } from './texts/use-shell-texts.ts';

// Lazy, because an installation asks once.
const ChoosePreset = lazy(async () => ({ default: (await import('../preset/choose-preset.tsx')).ChoosePreset }));

// public/before-paint.js reads the same key for the page outline.
const collapsedKey = 'sidebar-collapsed';

/** Returns whether the sidebar shows icons only, and a toggle. The browser remembers the choice. */
function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === 'yes');
  function toggle(): void {
    localStorage.setItem(collapsedKey, collapsed ? 'no' : 'yes');
    setCollapsed(!collapsed);
  }
  return [collapsed, toggle];
}

/** The sidebar on small screens: a modal dialog that is mounted only while it is open. */
function PhoneMenu({ close }: { close: () => void }) {
  const { t } = useShellTexts();
  return (
    <dialog {...useModal(close)} className={classes.phoneMenu} aria-label={t('navigation')}>
      <Sidebar place="phone" collapsed={false} onToggle={close} />
    </dialog>
  );
}

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
  // The device's name distinguishes browser tabs that show the same page.
  useDocumentTitle(device === undefined ? title : `${title} · ${deviceName(device)}`);
  return (
    <div className={classes.frame} data-collapsed={collapsed || undefined}>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <aside className={classes.sidebar} aria-label={t('sidebar')}>
        <Sidebar place="side" collapsed={collapsed} onToggle={toggleCollapsed} />
      </aside>
      {menuOpen && <PhoneMenu close={() => setMenuOpen(false)} />}
      <Header socket={socket} isReachable={reach.lostSince === null} onOpenMenu={() => setMenuOpen(true)} />
      <QuickAccess />
      <LeaveGuard />
      <ReasonQuestion />
      <div className={classes.page}>
        <ConnectionBanner {...reach} />
        <main id="content" tabIndex={-1} className={classes.content}>
          <SignInAlerts />
          <TransparencyBanner />
          <WaitingCommands />
          <ErrorViews value={secondAdminViews}>
            <DeviceOutlet />
          </ErrorViews>
        </main>
      </div>
    </div>
  );
}

/** The frame around every page of a signed-in admin. The query client is provided here, because the sign-in page needs none. */
export function Shell() {
  // Mounted anew for another preset, because it has other words.
  const { adminRole, installation } = useAdminSession();
  const { preset } = installation;
  const isAsked = preset === null && adminRole === 'SUPER_ADMIN';
  return (
    <QueryClientProvider client={queryClient}>
      {isAsked ? (
        <Suspense>
          <ChoosePreset />
        </Suspense>
      ) : (
        <Frame key={preset} />
      )}
    </QueryClientProvider>
  );
}
