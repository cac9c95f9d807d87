import { Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { commandColumns } from './command-columns.tsx';
import type { CommandSource } from './command-source.ts';
import { HistoryFrame } from './history-frame.tsx';
import { historyPanelId, useCommandHistory, type HistoryName } from './use-command-history.ts';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

export interface CommandHistoryProps extends HistoryName {
  feature: CommandSource;
  deviceId: number;
}

/** A table of the commands of one kind, with their outcome. */
export function CommandHistoryPanel({ feature, deviceId, name, label }: CommandHistoryProps) {
  const { t } = useDeviceFeatureTexts();
  const title = label ?? t('history.label');
  const list = useCommandHistory(feature, deviceId, name);
  const columns = useMemo(() => commandColumns(deviceId), [deviceId]);
  return (
    <HistoryFrame id={historyPanelId(name)} label={title}>
      <DataTable
        compact
        label={title}
        columns={columns}
        list={list}
        toolbar={<Title order={2}>{title}</Title>}
        empty={
          <EmptyView
            icon={IconHistory}
            title={t('history.empty')}
            hint={t('history.emptyHint')}
            refetch={list.refetch}
          />
        }
      />
    </HistoryFrame>
  );
}
