import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of a page with a title. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <Paper component="section" className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
