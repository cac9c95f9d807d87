import { Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

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
