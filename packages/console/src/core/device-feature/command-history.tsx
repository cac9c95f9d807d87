import { Button, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DataTable } from '../components/data-table.tsx';
import { EmptyView } from '../components/empty-view.tsx';
import { commandColumns } from './command-columns.tsx';
import classes from './command-history.module.css';
import type { CommandSource } from './command-source.ts';
import { useCommandHistory, useHistoryToggle } from './use-command-history.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

const panelId = (name = '') => `command-${name || 'history'}`;

interface HistoryName {
  /** Its word in the URL, on a page with two histories. */
  name?: string | undefined;
  /** What it is called there. */
  label?: string | undefined;
}

/** Opens and closes the command history. */
export function CommandHistoryButton({ name, label }: HistoryName) {
  const { t } = useDeviceFeatureTexts();
  const { opened, toggle } = useHistoryToggle(name);
  return (
    <Button
      variant="default"
      className={classes.button}
      leftSection={<IconHistory size={16} aria-hidden />}
      aria-expanded={opened}
      aria-controls={opened ? panelId(name) : undefined}
      onClick={toggle}
    >
      {label ?? t('history.button')}
    </Button>
  );
}

interface CommandHistoryProps extends HistoryName {
  feature: CommandSource;
  deviceId: number;
}

/** The commands that asked a device for one kind of thing, with their outcome; drawn only while it is open. */
export function CommandHistory(props: CommandHistoryProps) {
  return useHistoryToggle(props.name).opened ? <Panel {...props} /> : null;
}

function Panel({ feature, deviceId, name, label }: CommandHistoryProps) {
  const { t } = useDeviceFeatureTexts();
  const title = label ?? t('history.label');
  const list = useCommandHistory(feature, deviceId, name);
  const columns = useMemo(() => commandColumns(deviceId), [deviceId]);
  return (
    <section id={panelId(name)} className={classes.panel} aria-label={title}>
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
    </section>
  );
}
