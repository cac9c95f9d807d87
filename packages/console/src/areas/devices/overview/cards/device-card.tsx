import { type OutputOf, type pairDeviceInfo, addToGroup, deviceSummary } from '@fairwatch/contract';
import { Box, Group, ActionIcon } from '@mantine/core';
import { IconBolt, IconLock, IconWifi, IconWifiOff, IconPencil } from '@tabler/icons-react';
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
import classes from '../overview.module.css';
import { i18n } from '../../../../core/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../../core/api/query.ts';
import { useCan } from '../../../../core/components/can.tsx';
import { GroupTags } from '../../../../shared/group-tags/group-tags.tsx';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import { useUsedKinds } from '../../../../core/session/session-store.ts';

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
  const isUsed = useUsedKinds().includes('DEVICE_INFO');
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
      {details === null && isUsed && (
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

// Lazy, because few visits change groups.
const DeviceGroupsDialog = lazyDialog(
  async () => (await import('../groups/device-groups-dialog.tsx')).DeviceGroupsDialog,
);

/** The groups of a device, which admins with the permission edit. */
function DeviceGroups({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('overview');
  const device = useQuery(query(deviceSummary, { deviceId })).data?.data;
  const mayEdit = useCan(addToGroup);
  const [opened, setOpened] = useState(false);
  const groups = device?.groups ?? [];
  if (!mayEdit && groups.length === 0) return null;
  return (
    <Group component="section" className={classes.groups} gap="xs" aria-label={t('groups.title')}>
      <span className="fw-muted">{t('groups.title')}</span>
      {groups.length === 0 ? <span className="fw-muted">{t('groups.none')}</span> : <GroupTags groups={groups} />}
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('groups.edit')}
          title={t('groups.edit')}
          disabled={device === undefined}
          onClick={() => setOpened(true)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {opened && device !== undefined && <DeviceGroupsDialog device={device} close={() => setOpened(false)} />}
    </Group>
  );
}
