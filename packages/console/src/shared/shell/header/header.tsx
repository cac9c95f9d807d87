import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import { DeviceSwitcher } from '../device/device-switcher.tsx';
import classes from './header.module.css';
import { NotificationBell } from './notification-bell.tsx';
import { ThemeSwitch, UserMenu } from './user-menu.tsx';
import { useNavTexts, useShellTexts } from '../texts/use-shell-texts.ts';
import { Link } from '@tanstack/react-router';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { useDeviceLink } from '../../device-feature/device/use-device-link.ts';
import { useOpenDevice } from '../../device-feature/device/use-open-device.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { Later } from '../../../core/components/later.tsx';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import type { Connection } from '../../socket/console-socket.ts';

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
      <Later>
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
      </Later>
    </header>
  );
}

/** Links to the pages above the current one: the dashboard, the device list, the device's overview. */
function Breadcrumbs() {
  const { t } = useShellTexts();
  const { t: name } = useNavTexts();
  const { page, deviceId } = useCurrentPage();
  const device = useOpenDevice();
  const deviceText = device === undefined ? '…' : deviceName(device);
  const overview = useDeviceLink()(deviceId ?? 0);
  const parents =
    deviceId === null
      ? [{ link: pageLink('/'), label: name('dashboard') }]
      : [
          { link: pageLink('/'), label: name('dashboard') },
          { link: pageLink('/device-list'), label: name('devices') },
        ];
  if (page === null) return null;
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.breadcrumbs}>
      <ol>
        {page.path !== '/' &&
          parents.map(({ link, label }) => (
            <li key={link.to}>
              <Link {...link}>{label}</Link>
            </li>
          ))}
        {deviceId !== null && (
          <li>{overview === null || device === undefined ? deviceText : <Link to={overview}>{deviceText}</Link>}</li>
        )}
        <li aria-current="page">{name(page.label)}</li>
      </ol>
    </nav>
  );
}

interface ConnectionStateProps {
  connection: Connection;
  reconnect: () => void;
}

/** Shows whether the page receives live updates. After the socket has given up reconnecting, it is a button that reconnects. */
function ConnectionState({ connection, reconnect }: ConnectionStateProps) {
  const { t } = useShellTexts();
  const content = (
    <>
      <span className={classes.dot} aria-hidden />
      <span className={classes.connectionText}>{t(`connection.${connection}`)}</span>
    </>
  );
  return (
    <Tooltip label={t(`connectionHint.${connection}`)}>
      {connection === 'lost' ? (
        <UnstyledButton className={classes.connection} data-state={connection} onClick={reconnect}>
          {content}
        </UnstyledButton>
      ) : (
        <output className={classes.connection} data-state={connection}>
          {content}
        </output>
      )}
    </Tooltip>
  );
}
