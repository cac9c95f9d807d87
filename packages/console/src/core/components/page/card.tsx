import { Paper, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: string;
  /** The explanation under the title. */
  about?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Puts the same distance between all children, which then take the whole width. */
  spaced?: boolean;
  /** Takes all columns of the grid that it is in. */
  wide?: boolean;
  id?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A section of a page with a title. */
export function Card({ title, about, aside, spaced = false, wide = false, children, ...section }: CardProps) {
  return (
    <Paper
      component="section"
      className={classes.card}
      data-spaced={spaced || undefined}
      data-wide={wide || undefined}
      aria-label={title}
      {...section}
    >
      <div className={classes.head}>
        <div className={about === undefined ? undefined : 'fw-grow'}>
          <Title order={2}>{title}</Title>
          {about !== undefined && <p className="fw-note">{about}</p>}
        </div>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
