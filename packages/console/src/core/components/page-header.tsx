import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { breakable } from './breakable.tsx';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Beside the title: a badge, a count. */
  aside?: ReactNode;
  /** Under the title; its line is kept free even while it is empty, so that nothing moves. */
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The top of a page: what it is, how fresh it is, what can be done. */
export function PageHeader({ title, aside, subtitle, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.heading}>
          <Title order={1} tabIndex={-1}>
            {breakable(title)}
          </Title>
          {aside}
        </div>
        <div className={classes.subtitle}>{subtitle}</div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
