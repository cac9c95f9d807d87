import { Link } from '@tanstack/react-router';
import { deviceName } from '../device-feature/device-name.ts';
import { useDeviceLink } from '../device-feature/use-device-link.ts';
import { useOpenDevice } from '../device-feature/use-open-device.ts';
import { useCurrentPage } from '../router/pages-context.ts';
import classes from './header.module.css';
import { useNavTexts, useShellTexts } from './use-shell-texts.ts';

/** The way back up: dashboard, the list a page belongs to, the device. */
export function Breadcrumbs() {
  const { t } = useShellTexts();
  const { t: name } = useNavTexts();
  const { page, deviceId } = useCurrentPage();
  const device = useOpenDevice();
  const deviceText = device === undefined ? '…' : deviceName(device);
  const overview = useDeviceLink()(deviceId ?? 0);
  const parents =
    deviceId === null
      ? [{ to: '/', label: name('dashboard') }]
      : [
          { to: '/', label: name('dashboard') },
          { to: '/device-list', label: name('devices') },
        ];
  if (page === null) return null;
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.breadcrumbs}>
      <ol>
        {page.path !== '/' &&
          parents.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
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
