import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { KeyHint } from '../../../core/shortcuts/keys.tsx';
import { usePageAction } from '../../../core/shortcuts/page-actions.ts';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import { loadOrReload } from '../../../core/router/lazy-page.ts';
import type { CommandHistoryProps } from './command-history-panel.tsx';
import { HistoryFrame } from './history-frame.tsx';
import { historyPanelId, useHistoryToggle, type HistoryName } from './use-command-history.ts';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

/** Opens and closes the command history. */
export function CommandHistoryButton({ name, label }: HistoryName) {
  const { t } = useDeviceFeatureTexts();
  const { opened, toggle } = useHistoryToggle(name);
  const words = label ?? t('history.button');
  // Only the first history of a page gets the keyboard shortcut.
  const hasShortcut = name === undefined;
  usePageAction(
    hasShortcut ? { id: 'history', label: words, icon: IconHistory, key: 'h', reason: null, run: toggle } : null,
  );
  return (
    <Tooltip label={<KeyHint words={words} keys="h" />} disabled={!hasShortcut}>
      <Button
        variant={opened ? 'light' : 'default'}
        leftSection={<IconHistory size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={opened ? historyPanelId(name) : undefined}
        aria-keyshortcuts={hasShortcut ? 'h' : undefined}
        onClick={toggle}
      >
        {words}
      </Button>
    </Tooltip>
  );
}

const loadPanel = () => import('./command-history-panel.tsx');

// Lazy, because not every page needs the table component.
const Panel = lazy(async () => ({
  default: (await loadOrReload('command-history', loadPanel, () => location.reload())).CommandHistoryPanel,
}));

/** The commands of one kind with their outcome. Drawn only while the history is open. */
export function CommandHistory(props: CommandHistoryProps) {
  const { t } = useDeviceFeatureTexts();
  const { name, label = t('history.label') } = props;
  if (!useHistoryToggle(name).opened) return null;
  return (
    <Suspense fallback={<HistoryFrame id={historyPanelId(name)} label={label} />}>
      <Panel {...props} />
    </Suspense>
  );
}
