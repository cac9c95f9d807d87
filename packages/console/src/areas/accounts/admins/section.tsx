import type { AdminDetail } from '@fairwatch/contract';
import { Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

/** The props of each section of the settings page. */
export interface SectionProps {
  admin: AdminDetail;
  /** False without the permission to change accounts, and for an account that the signed-in admin may not change. */
  mayChange: boolean;
}

interface SectionFrameProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** The frame of a settings section: title, explanation and content. */
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
