import { Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  title?: string;
  /** The id of the heading, where it is one of the children. */
  headingId?: string;
  /** Highlights the card, since something waits for the person. */
  tone?: 'urgent' | 'plain';
  children: ReactNode;
}

/** A block of a page, with a heading that screen readers can jump to. */
export function Card({ title, headingId, tone = 'plain', children }: CardProps) {
  const id = useId();
  return (
    <Paper component="section" className={classes.card} data-tone={tone} aria-labelledby={headingId ?? (title && id)}>
      {title && (
        <Title order={2} id={id}>
          {title}
        </Title>
      )}
      {children}
    </Paper>
  );
}
