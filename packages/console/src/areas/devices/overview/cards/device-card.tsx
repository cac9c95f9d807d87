import type { OutputOf, pairDeviceInfo } from '@fairwatch/contract';
import { Box, Group } from '@mantine/core';
import { IconBolt, IconLock, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { Card } from '../../../../core/components/page/card.tsx';
import { Facts, type Fact } from '../../../../core/components/page/facts.tsx';
import { NotTransparentMark } from '../../../../core/components/badges/not-transparent.tsx';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { StatusBadge } from '../../../../core/components/badges/status-badge.tsx';
import { TimedText } from '../../../../core/components/time/timed-text.tsx';
import { clientText } from '../../../../shared/device-feature/device/client-text.ts';
import { RenameDevice } from '../../../../shared/device-feature/device/rename.tsx';
import type { Withheld } from '../../../../shared/device-feature/consent/withheld.ts';
import type { Translate } from '../../../../core/i18n/translate.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { DeviceGroups } from '../groups/device-groups.tsx';
import classes from '../overview.module.css';
import { i18n } from '../../../../core/i18n/i18n.ts';

type Info = OutputOf<typeof pairDeviceInfo>;
type Details = NonNullable<Info['details']>;

interface DeviceCardProps {
  deviceId: number;
  info: Info;
  username: string;
  /** Why details are missing; `notTold` when they are shared, but this admin is not told them. */
  withheld: Withheld | 'notTold';
}

/** The device: its status, and the details that it reports while its person shares them. */
export function DeviceCard({ deviceId, info, username, withheld }: DeviceCardProps) {
  const { t } = useTranslation('overview');
  return (
    <Card
      title={t('device.title')}
      aside={<RenameDevice deviceId={deviceId} nickname={info.nickname} username={username} />}
    >
      <DeviceInfo info={info} withheld={withheld} />
      <DeviceGroups deviceId={deviceId} />
    </Card>
  );
}

function DeviceInfo({ info, withheld }: Pick<DeviceCardProps, 'info' | 'withheld'>) {
  const { t } = useTranslation('overview');
  const client = clientText({ platform: info.platform, osName: info.details?.osName ?? null });
  const { name, nickname, appName, appVersion, status, lastSeenAt, joinedAt, noticeShown, details } = info;
  return (
    <>
      <Group gap="xs" mb="xs">
        <StatusBadge status={status} />
        <NotTransparentMark noticeShown={noticeShown} />
        {status === 'Reachable' && <span className="fw-muted">{i18n.t('components:status.hint')}</span>}
        {status === 'Offline' && (
          <span className="fw-muted">
            {lastSeenAt === null ? t('device.neverSeen') : <TimedText words={t('device.lastSeen')} at={lastSeenAt} />}
          </span>
        )}
      </Group>
      {details !== null && <Battery {...details} />}
      <Facts
        facts={[
          [t('device.name'), nickname === '' ? name : `${nickname} (${name})`],
          ...(details === null ? [] : detailFacts(details, t)),
          [t('device.app'), `${appName} ${appVersion}`],
          ...(client === '' ? [] : [[t('device.client'), client] satisfies Fact]),
          [t('device.notice'), <Notice key="notice" shown={noticeShown} />],
          [t('device.joined'), <RelativeTime key="joined" at={joinedAt} />],
        ]}
      />
      {details === null && (
        <p className={classes.withheld}>
          <IconLock size={16} aria-hidden />
          {t(`device.withheld.${withheld}`)}
        </p>
      )}
    </>
  );
}

function detailFacts(details: Details, t: Translate<'overview'>): Fact[] {
  const { model, osName, osVersion, ipAddress, network, wifi } = details;
  const Icon = wifi === 'Connected' ? IconWifi : IconWifiOff;
  return [
    [t('device.model'), model],
    [t('device.os'), `${osName} ${osVersion}`],
    [t('device.ip'), ipAddress ?? t('device.unknown')],
    [
      t('device.wifi'),
      wifi === null ? (
        t('device.unknown')
      ) : (
        <span key="wifi" className="fw-inline">
          <Icon size={16} aria-hidden data-tone={wifi === 'Connected' ? 'good' : undefined} />
          {t(`device.wifiState.${wifi}`)}
          {network === 'MOBILE' && <span className="fw-muted">{t('device.networks.MOBILE')}</span>}
        </span>
      ),
    ],
  ];
}

/** The battery as a text and a bar. Screen readers get only the text. */
function Battery({ batteryPercent, charging }: Details) {
  const { t } = useTranslation('overview');
  if (batteryPercent === null) return null;
  return (
    <Group justify="space-between" gap={4} mb="xs">
      <span className="fw-muted">{t('device.battery')}</span>
      <span className="fw-inline fw-strong fw-figures">
        {charging && <IconBolt size={14} aria-hidden data-tone="good" />}
        {t(charging ? 'device.charging' : 'device.percent', { percent: batteryPercent })}
      </span>
      <Box component="span" className="fw-meter" w="100%" data-tone={batteryPercent <= 15 ? 'bad' : 'good'} aria-hidden>
        <span style={{ width: `${batteryPercent}%` }} />
      </Box>
    </Group>
  );
}

function Notice({ shown }: { shown: boolean | null }) {
  const { t } = useTranslation('overview');
  if (shown === null) return t('device.unknown');
  return <span data-tone={shown ? 'good' : 'warn'}>{t(shown ? 'device.noticeShown' : 'device.noticeMissing')}</span>;
}
