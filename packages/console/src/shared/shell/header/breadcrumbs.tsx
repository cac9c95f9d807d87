import { Link } from '@tanstack/react-router';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { useDeviceLink } from '../../device-feature/device/use-device-link.ts';
import { useOpenDevice } from '../../device-feature/device/use-open-device.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import classes from './header.module.css';
import { useNavTexts, useShellTexts } from '../texts/use-shell-texts.ts';
import { pageLink } from '../../../core/router/page-link.ts';

/** Links to the pages above the current one: the dashboard, the device list, the device's overview. */
export function Breadcrumbs() {
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
