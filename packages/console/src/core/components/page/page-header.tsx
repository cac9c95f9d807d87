import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { breakable } from '../text/breakable.tsx';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Beside the title, such as a badge or a count. */
  aside?: ReactNode;
  /** Under the title. Its height is reserved while it is empty, to avoid a layout shift. */
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The top of a page: title, subtitle and actions. */
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
