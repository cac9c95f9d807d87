import type { DeviceFeature } from '@fairwatch/contract';
import { Button, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DataTable } from '../components/data-table.tsx';
import { EmptyView } from '../components/empty-view.tsx';
import { commandColumns } from './command-columns.tsx';
import classes from './command-history.module.css';
import { useCommandHistory, useHistoryToggle } from './use-command-history.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

const panelId = 'command-history';

/** Opens and closes the command history. */
export function CommandHistoryButton() {
  const { t } = useDeviceFeatureTexts();
  const { opened, toggle } = useHistoryToggle();
  return (
    <Button
      variant="default"
      className={classes.button}
      leftSection={<IconHistory size={16} aria-hidden />}
      aria-expanded={opened}
      aria-controls={opened ? panelId : undefined}
      onClick={toggle}
    >
      {t('history.button')}
    </Button>
  );
}

interface CommandHistoryProps {
  feature: DeviceFeature;
  deviceId: number;
}

/** The commands that asked a device for one kind of data, with their outcome; drawn only while it is open. */
export function CommandHistory(props: CommandHistoryProps) {
  return useHistoryToggle().opened ? <Panel {...props} /> : null;
}

function Panel({ feature, deviceId }: CommandHistoryProps) {
  const { t } = useDeviceFeatureTexts();
  const list = useCommandHistory(feature, deviceId);
  const columns = useMemo(() => commandColumns(deviceId), [deviceId]);
  return (
    <section id={panelId} className={classes.panel} aria-label={t('history.label')}>
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
