import { deviceSummary } from '@fairwatch/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../api/query.ts';
import { deviceName } from '../device-feature/device-name.ts';
import { useDeviceLink } from '../device-feature/use-device-link.ts';
import { useCurrentPage } from '../router/pages-context.ts';
import classes from './header.module.css';
import { useNavTexts, useShellTexts } from './use-shell-texts.ts';

/** The name of the open device; empty while unknown or when no device is open. */
function useDeviceName(deviceId: number | null): string {
  const options = query(deviceSummary, { deviceId: deviceId ?? 0 });
  const { data } = useQuery({ ...options, ...(deviceId === null && { queryFn: skipToken }) });
  return data === undefined ? '' : deviceName(data.data);
}

/** The way back up: dashboard, the list a page belongs to, the device. */
export function Breadcrumbs() {
  const { t } = useShellTexts();
  const { t: name } = useNavTexts();
  const { page, deviceId } = useCurrentPage();
  const device = useDeviceName(deviceId);
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
          <li>{device === '' ? '…' : overview === null ? device : <Link to={overview}>{device}</Link>}</li>
        )}
        <li aria-current="page">{name(page.label)}</li>
      </ol>
    </nav>
  );
}
