import { Button, Group, Text } from '@mantine/core';
import { IconRefresh, type TablerIcon } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useComponentTexts } from '../use-component-texts.ts';
import classes from './empty-view.module.css';

interface EmptyViewProps {
  icon: TablerIcon;
  title: string;
  /** What the admin can do next. */
  hint: string;
  /** Called by the Refresh button, which shows a spinner until the promise settles. Without it there is no such button. */
  refetch?: () => Promise<unknown>;
  /** Further explanation under the hint. */
  note?: ReactNode;
  /** Buttons before Refresh. */
  actions?: ReactNode;
  /** One line, for a short list in a panel that has a heading of its own. */
  inPanel?: boolean;
}

/** Replaces the rows of an empty list: the cause, a hint and a Refresh button. */
export function EmptyView({ icon: Icon, title, hint, note, refetch, actions, inPanel = false }: EmptyViewProps) {
  const { t } = useComponentTexts();
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async (load: () => Promise<unknown>) => {
    setRefreshing(true);
    await load().finally(() => setRefreshing(false));
  };
  return (
    <div className={inPanel ? classes.line : classes.view} aria-live="polite">
      <span className={classes.icon}>
        <Icon size={inPanel ? 20 : 28} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.words}>
        <Text component={inPanel ? 'h3' : 'h2'} fw={600}>
          {title}
        </Text>
        <Text c="dimmed" size="sm" maw={420}>
          {hint}
        </Text>
      </div>
      {note}
      <Group className={classes.buttons} gap="xs" justify="center">
        {actions}
        {refetch && (
          <Button
            variant="default"
            size={inPanel ? 'compact-sm' : 'sm'}
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refreshing}
            onClick={() => void refresh(refetch)}
          >
            {t('refresh')}
          </Button>
        )}
      </Group>
    </div>
  );
}
