import type { AdminDetail } from '@fairwatch/contract';
import { Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

/** What each part of the settings is about. */
export interface SectionProps {
  admin: AdminDetail;
  /** False for those who may look and not change, and for whom this account is not theirs to change. */
  mayChange: boolean;
}

interface SectionFrameProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** One part of the settings. */
export function SectionFrame({ title, text, children }: SectionFrameProps) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} className={classes.section}>
      <header className={classes.head}>
        <div className={classes.words}>
          <Title order={2} id={titleId} className={classes.title}>
            {title}
          </Title>
          {text !== undefined && <p className={classes.text}>{text}</p>}
        </div>
      </header>
      {children}
    </Paper>
  );
}
