import type { UserDetail } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import { Facts } from '../../../core/components/page/facts.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { RenameDevice } from '../../../shared/device-feature/device/rename.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './users.module.css';

/** The devices of an account, each linked to its overview. */
export function UserDevices({ devices }: Pick<UserDetail, 'devices'>) {
  const { t } = useTranslation('users');
  return (
    <section>
      <h4 className={classes.subheading}>
        {t('detail.devices')} <span className={classes.count}>{devices.length}</span>
      </h4>
      {devices.length === 0 && <p className={classes.hint}>{t('detail.noDevicesHint')}</p>}
      <ul className={classes.devices}>
        {devices.map((device) => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </ul>
    </section>
  );
}

function DeviceItem({ device }: { device: UserDetail['devices'][number] }) {
  const { t } = useTranslation('users');
  const { id, nickname, username, name, model, appName, status, lastSeenAt } = device;
  const link = useDeviceLink()(id);
  const title = nickname === '' ? name : nickname;
  return (
    <li className={classes.device}>
      <div className={classes.heading}>
        <div className={classes.names}>
          {link === null ? (
            <span className={classes.deviceName}>{title}</span>
          ) : (
            <Link to={link} className={classes.deviceName}>
              {title}
            </Link>
          )}
        </div>
        <StatusBadge status={status} />
        <RenameDevice deviceId={id} nickname={nickname} username={username} />
      </div>
      <Facts
        dense
        facts={[
          [t('detail.deviceId'), id],
          [t('detail.deviceNickname'), nickname],
          [t('detail.model'), model ?? t('detail.notShared')],
          [t('detail.appName'), appName],
          [t('detail.lastSeen'), lastSeenAt === null ? '' : <RelativeTime key="seen" at={lastSeenAt} />],
        ]}
      />
    </li>
  );
}
