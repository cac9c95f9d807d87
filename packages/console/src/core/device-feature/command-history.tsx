import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { loadOrReload } from '../router/lazy-page.ts';
import type { CommandHistoryProps } from './command-history-panel.tsx';
import classes from './command-history.module.css';
import { historyPanelId, useHistoryToggle, type HistoryName } from './use-command-history.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

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
      aria-controls={opened ? historyPanelId(name) : undefined}
      onClick={toggle}
    >
      {label ?? t('history.button')}
    </Button>
  );
}

const loadPanel = () => import('./command-history-panel.tsx');

// Its table comes when somebody wants to see it: not every page has one already.
const Panel = lazy(async () => ({
  default: (await loadOrReload('command-history', loadPanel, () => location.reload())).CommandHistoryPanel,
}));

/** The commands that asked a device for one kind of thing, with their outcome; drawn only while it is open. */
export function CommandHistory(props: CommandHistoryProps) {
  if (!useHistoryToggle(props.name).opened) return null;
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}
