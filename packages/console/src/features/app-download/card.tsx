import '@mantine/core/styles/Skeleton.layer.css';
import { Paper, Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './app-download.module.css';

interface CardProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of the page. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <Paper component="section" className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <Title order={2}>{title}</Title>
        {aside}
      </div>
      {children}
    </Paper>
  );
}

/** The shape of what is still loading. */
export function OfferSkeleton() {
  return (
    <div className={classes.grid} aria-busy>
      {[16, 10].map((lines) => (
        <Paper key={lines} className={classes.card}>
          <Skeleton height={14} width="35%" radius="xl" mb="lg" />
          {Array.from({ length: lines / 2 }, (_, line) => (
            <Skeleton key={line} height={10} width={`${90 - (line % 3) * 15}%`} radius="xl" mb="md" />
          ))}
        </Paper>
      ))}
    </div>
  );
}
