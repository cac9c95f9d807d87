import type { UserDetail } from '@fairwatch/contract';
import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Facts } from '../../../core/components/page/facts.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { RenameDevice } from '../../../shared/device-feature/device/rename.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

/** The devices of an account, each linked to its overview. */
export function UserDevices({ devices }: Pick<UserDetail, 'devices'>) {
  const { t } = useTranslation('users');
  return (
    <section>
      <Text component="h4" size="sm" fw={600} mb="xs">
        {t('detail.devices')} <span className="fw-muted">{devices.length}</span>
      </Text>
      {devices.length === 0 && <Text c="dimmed">{t('detail.noDevicesHint')}</Text>}
      <Stack component="ul" gap="sm">
        {devices.map((device) => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </Stack>
    </section>
  );
}

function DeviceItem({ device }: { device: UserDetail['devices'][number] }) {
  const { t } = useTranslation('users');
  const { id, nickname, username, name, model, appName, status, lastSeenAt } = device;
  const link = useDeviceLink()(id);
  const title = nickname === '' ? name : nickname;
  return (
    <Stack component="li" className="fw-panel" gap="xs" px="md" py="sm">
      <Group gap="sm" wrap="nowrap">
        <div className="fw-grow">
          {link === null ? (
            <span className="fw-strong">{title}</span>
          ) : (
            <Link to={link} className="fw-strong fw-name-link">
              {title}
            </Link>
          )}
        </div>
        <StatusBadge status={status} />
        <RenameDevice deviceId={id} nickname={nickname} username={username} />
      </Group>
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
    </Stack>
  );
}
