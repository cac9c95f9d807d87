import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkState } from './use-work.ts';
import classes from './shared-items.module.css';

interface ItemsPanelProps {
  /** The number of items in words: "3 contacts". */
  summary: string;
  /** The buttons that add items or remove all of them. */
  actions: ReactNode;
  work: WorkState;
  children?: ReactNode;
}

/** Shows how many items are shared and the result of the last change. */
export function ItemsPanel({ summary, actions, work, children }: ItemsPanelProps) {
  return (
    <div className={classes.panel}>
      <Text component="output" display="block" fw={600}>
        {summary}
      </Text>
      <Group gap="sm">{actions}</Group>
      <div aria-live="polite" className={classes.result}>
        {work.result !== null && <Text>{work.result}</Text>}
        {work.problem !== null && <Text c="var(--mantine-color-error)">{work.problem}</Text>}
      </div>
      {children}
    </div>
  );
}
