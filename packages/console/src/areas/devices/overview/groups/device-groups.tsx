import { addToGroup, deviceSummary } from '@fairwatch/contract';
import { ActionIcon, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../../core/api/query.ts';
import { useCan } from '../../../../core/components/can.tsx';
import { GroupTags } from '../../../../shared/group-tags/group-tags.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import classes from '../overview.module.css';

// Lazy, because few visits change groups.
const DeviceGroupsDialog = lazyDialog(async () => (await import('./device-groups-dialog.tsx')).DeviceGroupsDialog);

/** The groups of a device, which admins with the permission edit. */
export function DeviceGroups({ deviceId }: { deviceId: number }) {
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
