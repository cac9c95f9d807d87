import '@mantine/core/styles/VisuallyHidden.layer.css';
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { exactTimeText } from '../components/time-texts.ts';
import classes from './bubble-facts.module.css';
import { currentLanguage } from '../i18n/i18n.ts';
import { clockText } from './message-times.ts';

interface BubbleFactsProps {
  at: Date;
  /** The words for a message that was not read; undefined for one that was. */
  unread?: string | undefined;
  /** After the time. */
  children?: ReactNode;
}

/** In the corner of a message: when it was written, and whether it was read. */
export function BubbleFacts({ at, unread, children }: BubbleFactsProps) {
  return (
    <span className={classes.facts}>
      {unread !== undefined && (
        <span className={classes.unread} title={unread}>
          <VisuallyHidden>{unread}</VisuallyHidden>
        </span>
      )}
      <time dateTime={at.toISOString()} title={exactTimeText(at, currentLanguage())}>
        {clockText(at)}
      </time>
      {children}
    </span>
  );
}
