import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useCurrentPage } from '../router/pages-context.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ConnectionState, type ConnectionStateProps } from './connection-state.tsx';
import { DeviceSwitcher } from './device-switcher.tsx';
import classes from './header.module.css';
import { NotificationBell } from './notification-bell.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import { useShellTexts } from './use-shell-texts.ts';

interface HeaderProps {
  socket: ConnectionStateProps;
  /** Whether the server answers: a socket that has not noticed yet is not live either. */
  reachable: boolean;
  onOpenMenu: () => void;
}

export function Header({ socket, reachable, onOpenMenu }: HeaderProps) {
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
      <div className={classes.tools}>
        {/* First: its words change, and nothing beside it may move for that. */}
        <ConnectionState
          connection={socket.connection === 'open' && !reachable ? 'retrying' : socket.connection}
          reconnect={socket.reconnect}
        />
        {page !== null && deviceId !== null && (
          <DeviceSwitcher page={page} deviceId={deviceId} className={classes.switcher} keys="s" />
        )}
        <PaletteButton />
        <NotificationBell />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  );
}
