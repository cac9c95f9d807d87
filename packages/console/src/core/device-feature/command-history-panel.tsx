import type { DeviceFeature } from '@fairwatch/contract';
import { Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DataTable } from '../components/data-table.tsx';
import { EmptyView } from '../components/empty-view.tsx';
import { commandColumns } from './command-columns.tsx';
import classes from './command-history.module.css';
import { useCommandHistory } from './use-command-history.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

export interface CommandHistoryProps {
  feature: DeviceFeature;
  deviceId: number;
}

/** The commands that asked a device for one kind of data, with their outcome. */
export function CommandHistoryPanel({ feature, deviceId }: CommandHistoryProps) {
  const { t } = useDeviceFeatureTexts();
  const list = useCommandHistory(feature, deviceId);
  const columns = useMemo(() => commandColumns(deviceId), [deviceId]);
  return (
    <section id="command-history" className={classes.panel} aria-label={t('history.label')}>
      <DataTable
        compact
        label={t('history.label')}
        columns={columns}
        list={list}
        toolbar={<Title order={2}>{t('history.label')}</Title>}
        empty={
          <EmptyView
            icon={IconHistory}
            title={t('history.empty')}
            hint={t('history.emptyHint')}
            refetch={list.refetch}
          />
        }
      />
    </section>
  );
}
