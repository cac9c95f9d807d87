import { ActionIcon, Group } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ConnectionState, type ConnectionStateProps } from './connection-state.tsx';
import { DeviceSwitcher } from '../device/device-switcher.tsx';
import classes from './header.module.css';
import { NotificationBell } from './notification-bell.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import { useShellTexts } from '../texts/use-shell-texts.ts';

// Lazy, because it is shown only while a run is under way on the device.
const DeviceRuns = lazy(async () => ({ default: (await import('../device/device-runs.tsx')).DeviceRuns }));

interface HeaderProps {
  socket: ConnectionStateProps;
  /** False while the server does not answer; the socket may still count as open then, but receives nothing. */
  isReachable: boolean;
  onOpenMenu: () => void;
}

export function Header({ socket, isReachable, onOpenMenu }: HeaderProps) {
  const { t } = useShellTexts();
  const { page, deviceId } = useCurrentPage();
  return (
    <header className={classes.header}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.menu}
        onClick={onOpenMenu}
        aria-label={t('openMenu')}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Breadcrumbs />
      <Group gap={6} wrap="nowrap">
        {/* First in the row, because its width changes and would shift the buttons before it. */}
        <ConnectionState
          connection={socket.connection === 'open' && !isReachable ? 'retrying' : socket.connection}
          reconnect={socket.reconnect}
        />
        {deviceId !== null && (
          <Suspense>
            <DeviceRuns deviceId={deviceId} />
          </Suspense>
        )}
        {page !== null && deviceId !== null && (
          <DeviceSwitcher page={page} deviceId={deviceId} className={classes.switcher} keys="s" />
        )}
        <PaletteButton />
        <NotificationBell />
        <ThemeSwitch />
        <UserMenu />
      </Group>
    </header>
  );
}
