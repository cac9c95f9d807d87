import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkState } from './use-work.ts';
import classes from './tray.module.css';

interface TrayPanelProps {
  /** What is in it, in words: "3 contacts". */
  summary: string;
  /** The buttons that put something in or take everything out. */
  actions: ReactNode;
  work: WorkState;
  children?: ReactNode;
}

/** What is in a tray, and what became of the last change of it. */
export function TrayPanel({ summary, actions, work, children }: TrayPanelProps) {
  return (
    <div className={classes.tray}>
      <Text component="output" display="block" fw={600}>
        {summary}
      </Text>
      <Group gap="sm">{actions}</Group>
      <div aria-live="polite" className={classes.news}>
        {work.result !== null && <Text>{work.result}</Text>}
        {work.problem !== null && <Text c="var(--mantine-color-error)">{work.problem}</Text>}
      </div>
      {children}
    </div>
  );
}
